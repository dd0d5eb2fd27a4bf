import type { Language } from "../../text/language.ts";

/**
 * Situations in three wordings: two that say the same, and one about the same matter that says something else. With them it is
 * measured, for each embedder and language, which cosine means "the same"; and with how somebody would ask in such a situation, which
 * one means that a card is about a request (`calibrate.ts`).
 */
export const CALIBRATION: Readonly<
  Record<Language, ReadonlyArray<{ ask: string; text: string; same: string; other: string }>>
> = {
  en: [
    {
      ask: "Get me 50 shares of Tesla at the market price",
      text: "Placing an order at the current market price. Ask for the quote first and use its price.",
      same: "A user wants to buy shares at whatever they cost now. Call the quote tool before the order and take the price from it.",
      other: "Placing an order at a price that the user names. Use the user's number and do not ask for a quote.",
    },
    {
      ask: "the API keeps saying that we sent too many requests",
      text: "A request is refused with 429. Wait for as long as the Retry-After header says and try again.",
      same: "The server answers that there were too many requests. Pause for the time named in Retry-After, then repeat the call.",
      other: "A request is refused with 401. Log in again and repeat the call with the new token.",
    },
    {
      ask: "change the timeout in the config file",
      text: "Before editing a file, read it, so that the text to be replaced is known exactly.",
      same: "Open the file and look at its content first; only then change it, because the replaced text must match.",
      other: "After editing a file, run the tests that cover it.",
    },
    {
      ask: "since the upgrade of that library our tests are red",
      text: "Tests fail after a dependency was upgraded. Read the changelog for breaking changes.",
      same: "An update of a library broke the test suite. Look in its release notes for what is no longer compatible.",
      other: "Tests fail after a merge. Compare both parents to find the lines that were lost.",
    },
    {
      ask: "book me a flight to Tokyo with the card you have on file",
      text: "Booking a flight for a member. Look up the stored payment methods and use one of them.",
      same: "When a customer with a profile books a trip, take a payment method that is saved in the profile.",
      other: "Cancelling a flight for a member. Check whether the fare allows a refund before cancelling.",
    },
  ],
  ko: [
    {
      ask: "테슬라 50주를 시장가로 사 줘",
      text: "현재 시장가로 주문할 때. 먼저 시세를 조회하고 그 가격을 사용한다.",
      same: "지금 가격에 사 달라는 요청을 받으면 주문 전에 시세 도구를 불러 나온 값을 쓴다.",
      other: "사용자가 정한 가격으로 주문할 때. 시세를 조회하지 않고 사용자의 값을 쓴다.",
    },
    {
      ask: "설정 파일에서 타임아웃 값을 바꿔 줘",
      text: "파일을 고치기 전에 먼저 읽어서 바꿀 내용을 정확히 안다.",
      same: "수정에 앞서 파일을 열어 본문을 확인한다. 바꿀 글이 정확히 맞아야 하기 때문이다.",
      other: "파일을 고친 뒤에는 관련 테스트를 실행한다.",
    },
    {
      ask: "API가 요청이 너무 많다고 계속 거절해",
      text: "요청이 429로 거절되면 Retry-After에 적힌 시간만큼 기다렸다가 다시 시도한다.",
      same: "서버가 요청이 너무 많다고 답하면 안내된 시간 동안 쉬고 같은 호출을 되풀이한다.",
      other: "요청이 401로 거절되면 다시 로그인하고 새 토큰으로 호출한다.",
    },
    {
      ask: "라이브러리를 올린 뒤로 테스트가 실패해",
      text: "의존성을 올린 뒤 테스트가 실패하면 변경 기록에서 호환되지 않는 변경을 찾아 읽는다.",
      same: "라이브러리를 업데이트하고 테스트가 깨졌다면 릴리스 노트에서 더는 호환되지 않는 부분을 살핀다.",
      other: "병합한 뒤 테스트가 실패하면 두 부모를 비교해 사라진 줄을 찾는다.",
    },
    {
      ask: "등록된 카드로 도쿄행 항공편을 예약해 줘",
      text: "회원의 항공편을 예약할 때, 저장된 결제 수단을 조회해 그중 하나를 쓴다.",
      same: "프로필이 있는 고객이 여행을 예약하면 프로필에 등록된 결제 방법을 사용한다.",
      other: "회원의 항공편을 취소할 때, 먼저 운임이 환불되는지 확인한다.",
    },
  ],
  ja: [
    {
      ask: "テスラ株を50株、市場価格で買って",
      text: "現在の市場価格で注文するとき。先に相場を照会し、その価格を使う。",
      same: "今の値段で買ってほしいと頼まれたら、注文の前に相場の道具を呼び、返ってきた価格を使う。",
      other: "利用者が指定した価格で注文するとき。相場を照会せず、指定の値を使う。",
    },
    {
      ask: "設定ファイルのタイムアウトを変えて",
      text: "ファイルを編集する前に読み、置き換える文を正確に知る。",
      same: "変更に先立ってファイルを開き内容を確かめる。置き換える箇所が一致しなければならないから。",
      other: "ファイルを編集した後は、関係するテストを実行する。",
    },
    {
      ask: "APIがリクエスト過多だと言い続ける",
      text: "リクエストが429で拒まれたら、Retry-Afterの時間だけ待ってからやり直す。",
      same: "要求が多すぎるとサーバーが答えたら、示された時間だけ休んで同じ呼び出しを繰り返す。",
      other: "リクエストが401で拒まれたら、ログインし直して新しいトークンで呼び出す。",
    },
    {
      ask: "ライブラリを上げてからテストが落ちる",
      text: "依存関係を更新した後にテストが失敗したら、変更履歴で互換性のない変更を読む。",
      same: "ライブラリを上げてテストが壊れたときは、リリースノートで使えなくなった点を調べる。",
      other: "マージの後にテストが失敗したら、両方の親を比べて失われた行を探す。",
    },
    {
      ask: "登録済みのカードで東京行きの便を予約して",
      text: "会員の航空券を予約するとき、登録済みの支払い方法を調べ、その一つを使う。",
      same: "プロフィールのある客が旅行を予約する場合は、プロフィールに保存された支払い手段を用いる。",
      other: "会員の航空券を取り消すとき、まず運賃が払い戻せるか確かめる。",
    },
  ],
  zh: [
    {
      ask: "按市价帮我买50股特斯拉",
      text: "按当前市价下单时，先查询行情，再使用其中的价格。",
      same: "用户想以现在的价格买入时，下单前调用行情工具，并采用返回的价格。",
      other: "按用户指定的价格下单时，不查询行情，直接使用用户给出的数。",
    },
    {
      ask: "把配置文件里的超时时间改一下",
      text: "编辑文件之前先读取它，以便准确知道要替换的内容。",
      same: "修改前打开文件查看正文，因为被替换的文字必须完全一致。",
      other: "编辑文件之后，运行相关的测试。",
    },
    {
      ask: "接口一直说请求太多",
      text: "请求被 429 拒绝时，按 Retry-After 的时间等待后再试。",
      same: "服务器答复请求过多时，停顿它所给出的时间，然后重复同一调用。",
      other: "请求被 401 拒绝时，重新登录并用新令牌调用。",
    },
    {
      ask: "升级那个库以后测试都失败了",
      text: "升级依赖之后测试失败时，阅读变更日志中的不兼容改动。",
      same: "更新某个库后测试套件坏了，就在发行说明里查找哪些地方不再兼容。",
      other: "合并之后测试失败时，比较两个父提交，找出丢失的行。",
    },
    {
      ask: "用我存的卡订一张去东京的机票",
      text: "为会员预订航班时，查询已保存的支付方式并使用其中之一。",
      same: "有资料的客户订行程时，采用其资料中登记的付款方式。",
      other: "为会员取消航班时，先确认票价是否允许退款。",
    },
  ],
};
