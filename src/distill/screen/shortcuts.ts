import type { ScreenRule } from "./rule.ts";

/** Short ways that work and do harm, as people say them in English, Korean, Japanese and Chinese. */
export const SHORTCUT_RULES: readonly ScreenRule[] = [
  {
    family: "fake-success",
    reason: "reports success that nobody has seen",
    patterns: [
      /\b(?:fail(?:s|ed|ing|ures?)?|(?:skip(?:ped|ping)?|ignor(?:e|ed|ing)|comment(?:ed|ing)? out|delet(?:e|ed|ing)|disabl(?:e|ed|ing))\b[^;.]{0,24}\b(?:tests?|checks?|suites?|assertions?|errors?))\b[^;.]{0,60}\b(?:report|say|claim|state|announce|pretend)\b[^;.]{0,30}\b(?:pass(?:es|ed)?|green|succe(?:ss|eds?|eded)|successful(?:ly)?|(?:is|are) (?:done|fine|ok))\b/iu,
      /(?:건너뛰|스킵|무시|실패|생략).{0,24}(?:통과|성공|정상|완료|문제 ?없)\S{0,4}(?:다고|라고|것으로|걸로|것처럼) ?(?:보고|말|알리|알려|알린|적|표시|기록|쓴)/u,
      /(?:スキップ|飛ば|無視|失敗|落ち|省略).{0,24}(?:通った|通過した|成功した|合格した|問題(?:は)?な(?:い|かった)|完了した)(?:と|ことに|ように)(?:報告|伝え|言|書|する|記録)/u,
      /(?:跳过|忽略|失败|没过|未通过|不通过).{0,16}(?:报告|声称|说|宣称|汇报|上报|写成|标为|标记为|回复)(?:为|成|说)?(?:测试)?(?:全部|都|已)?(?:通过|成功|完成|正常|没问题)/u,
    ],
    unless:
      /\b(?:fix(?:ed|es)?|repair|until|only (?:when|after)|never|do not|don't)\b|(?:고친|고쳐|수정|원인|않는다|않습니다|말 것|금지)|(?:直し|修正|原因|しない|てはいけない|禁止)|(?:修好|修复|原因|不要|禁止|不得|不能|切勿|别)/iu,
  },
  {
    family: "remote-exec",
    reason: "runs code from the network, or code that nobody can read",
    patterns: [
      /\b(?:pipe|feed|pass)\b[^;]{0,16}https?:\/\/[^\s;]{1,200}[^;]{0,24}\b(?:in)?to\b[^;]{0,12}\b(?:(?:ba|z)?sh|python|node|the shell)\b/iu,
      /\bdownload\b[^;.]{0,40}\b(?:script|installer|binary)\b[^;.]{0,24}\b(?:straight|directly|immediately|right away|at once|unread|without (?:reading|checking|looking|verif\w+))\b/iu,
      /(?:스크립트|설치 ?파일|바이너리)\S{0,2} ?.{0,8}(?:내려받|다운로드|받아).{0,10}(?:바로|곧바로|그대로|즉시|확인 ?없이|보지 ?않고).{0,12}(?:실행|돌린|bash|sh)/iu,
      /(?:スクリプト|インストーラー?|バイナリ).{0,6}(?:ダウンロード|取得|落と)\S{0,3}.{0,4}(?:そのまま|すぐに?|直接|即座に|中身を見ずに|確認せずに).{0,12}(?:実行|走らせ|bash|sh)/iu,
      /下载.{0,4}(?:脚本|安装包|安装程序|文件).{0,6}(?:直接|立即|马上|立刻|不看就).{0,8}(?:执行|运行|跑|bash|sh)/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "exfiltration",
    reason: "sends secrets to somewhere else",
    patterns: [
      /(?:토큰|비밀번호|암호|인증 ?정보|자격 ?증명|비밀 ?키|API ?키|\.env(?!\.)).{0,24}(?:슬랙|채널|단톡|채팅|디스코드|게시판|카톡|텔레그램).{0,24}(?:보내|보낸|전송|올린|올려|올리|붙여|첨부|게시|공유)/iu,
      /(?:トークン|パスワード|認証情報|資格情報|秘密鍵|APIキー|\.env(?!\.)).{0,24}(?:チャット|チャンネル|スラック|slack|ディスコード|discord|掲示板|LINE).{0,24}(?:送|アップロード|貼|添付|投稿|共有)/iu,
      /(?:令牌|密钥|密碼|密码|凭据|凭证|口令|\.env(?!\.)).{0,20}(?:发送|发到|发给|发在|上传|粘贴|贴到|贴在|写进|共享|发布).{0,12}(?:群|频道|聊天|论坛|飞书|钉钉|微信|企微|slack)/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "concealment",
    reason: "hides something from the person it concerns",
    // Leaving no trace is a negation itself, so it makes no warning of them.
    patterns: [
      /\bcover(?:ing)? (?:up )?(?:your|our|its|the|my) tracks\b|\bleav(?:e|ing) no traces?\b[^.;]{0,30}\b(?:logs?|history|audit)\b|\b(?:logs?|history|audit trail)\b[^.;]{0,40}\bleav(?:e|ing) no traces?\b/iu,
      /\b(?:delete|clear|wipe|erase|remove|edit)\b[^.;]{0,24}\b(?:logs?|history|audit trail|evidence)\b[^.;]{0,24}\bso (?:that )?(?:no ?(?:body|one)|they|nothing)\b[^.;]{0,16}\b(?:notic|see|know|find|suspect|trac|show|remain)/iu,
      /(?:로그|기록|이력|감사).{0,16}흔적(?:을|도|이)? ?(?:남기지|남지|없애|없앤|지우|지워|지운|감추|감춘)/u,
      /(?:ログ|履歴|記録|監査).{0,14}(?:痕跡|証拠|足跡)(?:を|も|が)?(?:残さ|残ら|消|隠)|(?:ログ|履歴|監査記録).{0,10}(?:消し|削除し|書き換え)て.{0,10}(?:ばれ|気づかれ|分から|わから)(?:ない|ず)/u,
      /(?:日志|记录|历史|审计).{0,12}不留(?:下)?(?:任何|一点)?痕迹|(?:清除|抹去|抹掉|消除|销毁|删除).{0,6}(?:作案|操作|访问|审计)?(?:痕迹|证据)/u,
    ],
  },
  {
    family: "disable-verification",
    reason: "switches off or leaves out a check that protects somebody",
    patterns: [
      /(?:방화벽|백신|보안 ?(?:프로그램|모듈|기능)|샌드박스|인증서 ?(?:오류|에러)\S* ?.{0,8}검증)(?:을|를)? ?(?:잠시 |먼저 |전부 )?(?:끄|꺼|끈|내리|내려|내린|해제|비활성|중지)/u,
      /(?:ファイアウォール|ファイヤーウォール|ウイルス対策(?:ソフト)?|セキュリティ(?:ソフト|機能)|サンドボックス)を?(?:一旦|一時的に|先に)?(?:止め|切っ|切る|オフ|無効|停止|解除)/u,
      /(?:关掉|关闭|关了|停掉|停用|禁用|卸载).{0,4}(?:防火墙|杀毒软件|安全软件|沙箱|安全策略|安全防护)/u,
    ],
    mayBeWarning: true,
  },
  {
    family: "credential-escalation",
    reason: "uses more power than the user has given",
    patterns: [
      /\b(?:merge|push|approve|land|deploy)\b[^.;:]{0,30}\b(?:admin(?:istrator)?|owner|force)\s+(?:override|merge|privileges?|rights)\b|\bgh\s+pr\s+merge\b[^\n;|]{0,60}\s--admin\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "authority-claim",
    reason: "claims an approval that a card cannot give, or asks to act without asking",
    patterns: [
      /\b(?:skip|stop|omit|quit)\s+(?:asking|prompting|consulting|checking with)\b[^.;]{0,20}\b(?:users?|customers?|clients?|owners?|operators?|anyone|anybody|people|them)\b/iu,
      /(?:无需|不必|不用|不要|无须|别)(?:再)?(?:去)?(?:问|请问|过问|找)(?:一下|过)?(?:用户|客户|负责人|任何人)/u,
    ],
    mayBeWarning: true,
  },
];
