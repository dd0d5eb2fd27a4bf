/**
 * Words by which kinds of requests and their matters are told apart, in four languages. English words are matched as beginnings of
 * words, the others anywhere, because their endings and particles are written together with them. The order decides where several fit.
 */
type Words = ReadonlyArray<readonly [name: string, en: string, cjk: string]>;

/** What is asked for. */
export const REQUESTS: Words = [
  [
    "fix",
    "fix|repair|bug|broken|fail|crash|debug|error|regress|hotfix|troubleshoot",
    "고쳐|고치|버그|오류|에러|실패|수리|修正し|直し|直す|直して|バグ|エラー|失敗|不具合|修复|修復|修好|错误|報錯|报错|失败|故障",
  ],
  [
    "undo",
    "cancel|revert|undo|refund|roll back|rollback|withdraw",
    "취소|되돌|환불|取り消|キャンセル|返金|元に戻|取消|撤销|撤銷|撤回|退款|退票|回滚",
  ],
  ["review", "review|audit|inspect|critique", "검토|리뷰|감사|レビュー|査読|监查|审查|審查|评审|審核|审核"],
  [
    "release",
    "deploy|release|publish|ship it|rollout|roll out",
    "배포|출시|릴리스|デプロイ|リリース|公開|部署|发布|發布|上线|上線",
  ],
  [
    "restructure",
    "refactor|restructure|rename|clean up|cleanup|simplif|migrat|upgrade|port the",
    "리팩터|리팩토|정리|이름을 바|마이그레이션|업그레이드|リファクタ|整理|改名|移行|アップグレード|重构|重構|重命名|迁移|遷移|升级|升級|清理",
  ],
  ["test", "test|benchmark|coverage", "테스트|시험|벤치마크|テスト|試験|ベンチマーク|测试|測試|基准"],
  [
    "document",
    "document|readme|changelog|comment|docs|write-up|summar|translate",
    "문서|요약|번역|주석|ドキュメント|文書|要約|翻訳|コメント|文档|文檔|摘要|总结|總結|翻译|翻譯|注释",
  ],
  [
    "explain",
    "explain|why |how does|understand|describe|walk me|what is|what does",
    "설명|왜 |어떻게 동작|이해|説明|なぜ|理解|教えて|解释|解釋|为什么|為什麼|说明|說明",
  ],
  [
    "set up",
    "set up|setup|install|configur|initiali|provision|bootstrap|enable|start the|turn on",
    "설치|설정|구성|초기화|켜|セットアップ|インストール|設定|構成|初期化|安装|安裝|配置|设置|設置|初始化",
  ],
  [
    "order",
    "buy|purchase|order|book|reserv|trade|invest|pay|checkout|sell",
    "구매|주문|예약|매수|매도|결제|사 줘|購入|注文|予約|買|売|支払|购买|購買|下单|下單|预订|預訂|买入|卖出|支付|订购",
  ],
  [
    "tell",
    "send|message|email|e-mail|tweet|post|notify|reply|contact|inform|share",
    "보내|메시지|메일|이메일|알려|답장|트윗|게시|送信|送って|メッセージ|メール|返信|投稿|通知|发送|發送|消息|邮件|郵件|回复|回覆|发帖",
  ],
  [
    "reckon",
    "calculat|comput|sum |average|convert|estimate|mean |total|count|percent",
    "계산|평균|합계|환산|세어|計算|平均|合計|換算|数えて|计算|計算|平均|总和|換算|换算|统计",
  ],
  [
    "arrange",
    "move|copy|sort|delete|remove|archive|folder|directory|organi",
    "옮|이동|복사|정렬|삭제|지워|폴더|移動|コピー|並べ|削除|フォルダ|移动|移動|复制|複製|排序|删除|刪除|文件夹",
  ],
  [
    "look",
    "find|search|look|list|check|show|display|get |retriev|fetch|read|locate|compare|monitor|view",
    "찾|검색|확인|보여|목록|조회|비교|읽|探|検索|確認|見せ|一覧|調べ|比較|読|查找|搜索|查看|检查|檢查|列出|显示|顯示|比较|查询|查詢|读取",
  ],
  [
    "make",
    "add|creat|implement|build|generat|write|make|draft|design|support for|develop",
    "추가|만들|구현|작성|생성|개발|설계|追加|作成|作って|実装|生成|開発|設計|书写|添加|增加|创建|創建|建立|实现|實現|编写|編寫|生成|开发|開發|设计",
  ],
  [
    "change",
    "change|update|edit|modif|adjust|improv|optimi|replace|set |tweak|fill|increase|reduce",
    "변경|바꾸|바꿔|수정|업데이트|개선|최적화|교체|変更|更新|編集|改善|最適化|置き換|修改|更改|更新|编辑|編輯|改进|改進|优化|優化|替换|替換|调整|調整",
  ],
];

/** What it is about. */
export const MATTERS: Words = [
  [
    "trading",
    "stock|share|trad|portfolio|watchlist|invest|broker|equit",
    "주식|종목|매매|포트폴리오|투자|株|銘柄|投資|股票|股价|股價|交易|投资|投資",
  ],
  [
    "travel",
    "flight|travel|hotel|trip|airport|itinerar|airline|passenger|booking|vacation",
    "항공|비행|여행|호텔|공항|フライト|旅行|ホテル|空港|航空|航班|机票|機票|旅游|旅遊|酒店",
  ],
  [
    "vehicle",
    "car |vehicle|engine|fuel|tire|tyre|brake|gallon|driv|road|parking",
    "자동차|차량|엔진|연료|타이어|브레이크|주유|車|エンジン|燃料|タイヤ|ブレーキ|汽车|汽車|车辆|車輛|引擎|燃油|轮胎|刹车",
  ],
  ["tickets", "ticket|issue #|support case|incident", "티켓|장애 접수|チケット|問い合わせ|工单|工單"],
  [
    "messages",
    "tweet|twitter|message|email|e-mail|inbox|slack|chat|hashtag|social",
    "메시지|메일|트윗|슬랙|メッセージ|メール|ツイート|消息|邮件|郵件|推文|微博",
  ],
  [
    "database",
    "database|sql|schema|migration|query|table|postgres|mysql|sqlite",
    "데이터베이스|스키마|쿼리|테이블|データベース|スキーマ|クエリ|テーブル|数据库|資料庫|查询语句|表结构",
  ],
  [
    "infrastructure",
    "terraform|docker|kubernetes|k8s|helm|ci |pipeline|workflow|deploy|nginx|server|cluster|cloud",
    "도커|쿠버네티스|서버|파이프라인|클러스터|클라우드|サーバ|パイプライン|クラスタ|クラウド|服务器|伺服器|流水线|集群|云端",
  ],
  ["tests", "test|spec |coverage|assert|fixture", "테스트|テスト|测试|測試"],
  [
    "interface",
    "button|page|screen|css|layout|component|frontend|front-end|ui |ux |form|modal|style",
    "버튼|화면|페이지|컴포넌트|레이아웃|스타일|ボタン|画面|ページ|レイアウト|按钮|按鈕|页面|頁面|界面|样式|組件|组件",
  ],
  [
    "sign-in",
    "login|log in|sign in|auth|password|session|token|oauth|permission",
    "로그인|인증|비밀번호|권한|세션|ログイン|認証|パスワード|権限|登录|登入|认证|認證|密码|密碼|权限",
  ],
  [
    "service",
    "api|endpoint|request|handler|http|webhook|route|client|response",
    "엔드포인트|요청|응답|핸들러|エンドポイント|リクエスト|レスポンス|接口|端点|请求|請求|响应",
  ],
  [
    "build",
    "build|compil|bundl|lint|typecheck|type check|dependenc|package|version",
    "빌드|컴파일|의존성|패키지|버전|ビルド|コンパイル|依存|パッケージ|构建|構建|编译|編譯|依赖|依賴|版本",
  ],
  [
    "documents",
    "document|readme|docs|report|changelog|guide|note",
    "문서|보고서|안내|ドキュメント|報告|文書|文档|文檔|报告|報告|说明书",
  ],
  [
    "files",
    "file|folder|director|path|disk|\\.txt|\\.csv|\\.json|\\.pdf|workspace",
    "파일|폴더|디렉터리|경로|ファイル|フォルダ|ディレクトリ|文件|檔案|目录|目錄|路径",
  ],
  [
    "figures",
    "number|average|mean|logarithm|percent|sum |statistic|temperature|distance|currency|usd|price",
    "숫자|평균|퍼센트|통계|온도|거리|환율|가격|数値|平均|統計|温度|距離|価格|数字|統計|统计|温度|距离|价格",
  ],
  [
    "code",
    "code|function|class|module|variable|import|script|repo|commit|branch|pull request|typescript|python|rust|java",
    "코드|함수|클래스|모듈|변수|스크립트|커밋|コード|関数|クラス|モジュール|変数|スクリプト|コミット|代码|程式|函数|函數|类型|模块|模組|变量|脚本|提交",
  ],
];
