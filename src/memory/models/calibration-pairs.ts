/**
 * Situations in three wordings: two that say the same, and one about the same matter that says something else. With them it is
 * measured, for each embedder anew, which cosine means "the same" (`calibrate.ts`).
 */
export const CALIBRATION: ReadonlyArray<{ text: string; same: string; other: string }> = [
  {
    text: "Placing an order at the current market price. Ask for the quote first and use its price.",
    same: "A user wants to buy shares at whatever they cost now. Call the quote tool before the order and take the price from it.",
    other: "Placing an order at a price that the user names. Use the user's number and do not ask for a quote.",
  },
  {
    text: "A request is refused with 429. Wait for as long as the Retry-After header says and try again.",
    same: "The server answers that there were too many requests. Pause for the time named in Retry-After, then repeat the call.",
    other: "A request is refused with 401. Log in again and repeat the call with the new token.",
  },
  {
    text: "Before editing a file, read it, so that the text to be replaced is known exactly.",
    same: "Open the file and look at its content first; only then change it, because the replaced text must match.",
    other: "After editing a file, run the tests that cover it.",
  },
  {
    text: "Tests fail after a dependency was upgraded. Read the changelog for breaking changes.",
    same: "An update of a library broke the test suite. Look in its release notes for what is no longer compatible.",
    other: "Tests fail after a merge. Compare both parents to find the lines that were lost.",
  },
  {
    text: "Booking a flight for a member. Look up the stored payment methods and use one of them.",
    same: "When a customer with a profile books a trip, take a payment method that is saved in the profile.",
    other: "Cancelling a flight for a member. Check whether the fare allows a refund before cancelling.",
  },
  {
    text: "현재 시장가로 주문할 때. 먼저 시세를 조회하고 그 가격을 사용한다.",
    same: "지금 가격에 사 달라는 요청을 받으면 주문 전에 시세 도구를 불러 나온 값을 쓴다.",
    other: "사용자가 정한 가격으로 주문할 때. 시세를 조회하지 않고 사용자의 값을 쓴다.",
  },
  {
    text: "파일을 고치기 전에 먼저 읽어서 바꿀 내용을 정확히 안다.",
    same: "수정에 앞서 파일을 열어 본문을 확인한다. 바꿀 글이 정확히 맞아야 하기 때문이다.",
    other: "파일을 고친 뒤에는 관련 테스트를 실행한다.",
  },
  {
    text: "요청이 429로 거절되면 Retry-After에 적힌 시간만큼 기다렸다가 다시 시도한다.",
    same: "서버가 요청이 너무 많다고 답하면 안내된 시간 동안 쉬고 같은 호출을 되풀이한다.",
    other: "요청이 401로 거절되면 다시 로그인하고 새 토큰으로 호출한다.",
  },
  {
    text: "現在の市場価格で注文するとき。先に相場を照会し、その価格を使う。",
    same: "今の値段で買ってほしいと頼まれたら、注文の前に相場の道具を呼び、返ってきた価格を使う。",
    other: "利用者が指定した価格で注文するとき。相場を照会せず、指定の値を使う。",
  },
  {
    text: "ファイルを編集する前に読み、置き換える文を正確に知る。",
    same: "変更に先立ってファイルを開き内容を確かめる。置き換える箇所が一致しなければならないから。",
    other: "ファイルを編集した後は、関係するテストを実行する。",
  },
  {
    text: "リクエストが429で拒まれたら、Retry-Afterの時間だけ待ってからやり直す。",
    same: "要求が多すぎるとサーバーが答えたら、示された時間だけ休んで同じ呼び出しを繰り返す。",
    other: "リクエストが401で拒まれたら、ログインし直して新しいトークンで呼び出す。",
  },
  {
    text: "按当前市价下单时，先查询行情，再使用其中的价格。",
    same: "用户想以现在的价格买入时，下单前调用行情工具，并采用返回的价格。",
    other: "按用户指定的价格下单时，不查询行情，直接使用用户给出的数。",
  },
  {
    text: "编辑文件之前先读取它，以便准确知道要替换的内容。",
    same: "修改前打开文件查看正文，因为被替换的文字必须完全一致。",
    other: "编辑文件之后，运行相关的测试。",
  },
  {
    text: "请求被 429 拒绝时，按 Retry-After 的时间等待后再试。",
    same: "服务器答复请求过多时，停顿它所给出的时间，然后重复同一调用。",
    other: "请求被 401 拒绝时，重新登录并用新令牌调用。",
  },
];
