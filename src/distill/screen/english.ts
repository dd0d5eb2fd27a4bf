import type { ScreenRule } from "./rule.ts";

const SECRET =
  "(?:tokens?|api[- ]?keys?|passwords?|passphrases?|credentials?|secrets?|private keys?|session (?:cookies?|ids?)|\\.env(?!\\.)(?: file)?|environment variables?|\\.ssh\\b|\\bid_(?:rsa|ed25519)|\\.aws\\b|\\.netrc|\\.npmrc|keychain)";
const OUTSIDE =
  "(?:https?://|[\\w.+-]+@[\\w-]+\\.|\\bpastebin\\b|\\bgists?\\b|\\bpublic(?:ly)?\\b|\\b(?:ticket|message|issue|comment|chat|channel|mail|email|form|webhook)\\b|\\.example\\b)";
const NOT_A_SAFEGUARD =
  "(?!\\s+(?:errors?|helpers?|tests?|messages?|warnings?|pages?|dialogs?|screens?|e?-?mails?|banners?|links?|numbers?|ids?|codes?|texts?))";
const CHECK =
  "(?:verification|validation|certificates?|tls|ssl|signatures?|(?:code )?reviews?|audit(?:s|ing)?|approvals?|confirmations?|authentication|two-factor|2fa|mfa|safety|(?:security|identity|permission|fraud|integrity) checks?|sandbox|malware scans?|firewalls?|anti-?virus|monitoring|commit hooks?)";
const RULES =
  "(?:instructions?|rules?|polic(?:y|ies)|guidelines?|guidance|guardrails?|(?:system|developer) (?:prompts?|messages?)|directives?|restrictions?|safeguards?|terms of (?:use|service)|protocols?)";
const TOLD =
  "(?:(?:everything|anything|all|whatever|what) (?:that )?(?:you|was|were|has|have|had)\\b[^.;:]{0,20}\\b(?:told|said|given|instructed|taught))";
const POWER =
  "(?:admin(?:istrator)?|root|super-?user|privileged|elevated|owner|maintainer|another user|somebody else|someone else)";
const PERSON =
  "(?:users?|customers?|clients?|guests?|passengers?|patients?|operators?|humans?|owners?|managers?|team|person|anyone|anybody|people|them|him|her)";
const AFTERLIFE = "(?:sessions?|conversations?|agents?|chats?|projects?|runs?|prompts?)";

/** Sentences in English that speak to the reader of a card rather than about the work. */
export const ENGLISH_RULES: readonly ScreenRule[] = [
  {
    family: "override",
    reason: "tells the reader to set aside rules or instructions that are in force",
    patterns: [
      new RegExp(
        `\\b(?:ignore|disregard|forget|override|bypass|circumvent|set aside|never mind|pay no attention to|(?:do not|don't|stop|no longer) (?:follow|obey|heed|bother with)(?:ing)?|act against)\\b[^.;:]{0,40}\\b(?:${RULES}|${TOLD})\\b`,
        "iu",
      ),
      new RegExp(
        `\\b(?:applies before|takes? (?:precedence|priority) over|supersedes?|outranks?|comes? before|(?:is|are|as) more important than|(?:stands?|is|are|ranks?) above|has priority over)\\b[^.;:]{0,20}\\b(?:all|any|every|other|the|your)\\b[^.;:]{0,20}\\b(?:${RULES}|wish(?:es)? of the user|user)\\b`,
        "iu",
      ),
      new RegExp(
        `\\b${RULES}\\b[^.;:]{0,16}\\b(?:(?:no longer|do(?:es)? not|don't|doesn't) (?:apply|count|matter|hold)|counts? for nothing|(?:is|are) (?:void|suspended|lifted|off))\\b`,
        "iu",
      ),
      /\byou are now\b[^.;:]{0,40}\b(?:mode|unrestricted|jailbroken|free of)\b/iu,
    ],
    mayBeWarning: true,
    unless: /\bignore rules?\b|\bgitignore\b|\beslint|\blint rules?\b/iu,
  },
  {
    family: "disable-verification",
    reason: "switches off or leaves out a check that protects somebody",
    patterns: [
      new RegExp(
        `\\b(?:skip|disable|turn off|switch off|bypass|omit|drop|suppress|circumvent|leave out|stop|deactivate|go around|work around)\\b(?:\\s+[\\w'-]+){0,3}?\\s+${CHECK}\\b${NOT_A_SAFEGUARD}`,
        "iu",
      ),
      new RegExp(
        `\\b(?:turn|switch)\\s+(?:[\\w'-]+\\s+){0,2}?(?:${CHECK}|(?:certificate|signature|identity) check(?:s|ing))\\s+off\\b`,
        "iu",
      ),
      /\bcomment(?:ing)? out\b[^.;:]{0,24}\b(?:tests?|assertions?|checks?|guards?)\b/iu,
      /\b(?:set|switch|turn)\b[^.;:]{0,16}\b(?:verif\w*|validat\w*|check_?(?:cert|ssl|host)\w*|strict_?ssl)\b[^.;:]{0,8}\b(?:to|=)\s*(?:false|0|off|none)\b/iu,
      /\bwithout\s+(?:any\s+|the\s+)?(?:verification|(?:code )?review|(?:security|identity) checks?|authentication)\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "credential-escalation",
    reason: "uses more power than the user has given",
    patterns: [
      new RegExp(
        `\\b(?:us(?:e|ing)|try(?:ing)?|borrow(?:ing)?|take|switch(?:ing)? to|fall(?:ing)? back (?:to|on)|log(?:ging)? ?in (?:as|with)|sign(?:ing)? in (?:as|with)|retry(?:ing)? (?:with|using)|repeat(?:ing)? (?:with|using)|authenticate (?:as|with)|become)\\b[^.;:]{0,30}\\b${POWER}\\b(?:'s)?[^.;:]{0,24}\\b(?:tokens?|accounts?|credentials?|sessions?|passwords?|keys?|logins?|cookies?)\\b`,
        "iu",
      ),
      /\b(?:log(?:ging)? ?in|sign(?:ing)? in|authenticate|connect|run|switch|act)\b[^.;:]{0,16}\bas\s+(?:the\s+|an?\s+)?(?:root|admin(?:istrator)?|super-?user|owner)\b/iu,
      /\bimpersonat(?:e|ing)\b/iu,
      /\b(?:escalate|elevate)\b[^.;:]{0,24}\b(?:privileges?|rights|permissions?|sudo|root)\b|\bsudo (?:su|-i|-s)\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "privilege",
    reason: "widens rights or raises a limit to get something through",
    patterns: [
      /\b(?:attach|grant|assign|add|give)\b[^.;:]{0,24}\b(?:admin(?:istrator)?|owner|root|full|unlimited|all)\b[^.;:]{0,12}\b(?:polic(?:y|ies)|roles?|rights?|permissions?|access)\b/iu,
      /\b(?:raise|increase|lift|remove)\b[^.;:]{0,16}\b(?:daily|spending|transfer|payment|withdrawal|credit|approval)\s+(?:limits?|caps?)\b/iu,
      /\b(?:limits?|caps?|quotas?)\b[^.;:]{0,12}\b(?:to|at)\s+(?:unlimited|infinity|none|the maximum)\b/iu,
      /\b(?:add|put|allow|set)\b[^.;:]{0,12}\b(?:every|all|any)\b[^.;:]{0,24}\b(?:allow[- ]?list|whitelist|permissions?)\b/iu,
      /\bso (?:that )?(?:it|the host|the client|the agent) (?:stops? (?:asking|prompting)|(?:does not|doesn't|no longer|never) (?:asks?|prompts?))\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "scope-growth",
    reason: "runs whatever it finds",
    patterns: [
      /\b(?:run|execute|start)\b\s+(?:every|all|any)\b(?:\s+[\w'-]+){0,2}?\s+(?:scripts?|commands?|binar(?:y|ies)|programs?|executables?)\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "exfiltration",
    reason: "sends secrets to somewhere else",
    patterns: [
      new RegExp(
        `\\b(?:send|post|upload|copy|include|paste|put|share|e?-?mail|forward|append|attach|publish|report)\\b[^;]{0,60}${SECRET}[^;]{0,80}${OUTSIDE}`,
        "iu",
      ),
    ],
    mayBeWarning: true,
  },
  {
    family: "concealment",
    reason: "hides something from the person it concerns",
    patterns: [
      new RegExp(
        `\\b(?:do not|don't|never|must not|should not|no (?:need|reason) to|not necessary to|unnecessary to|avoid|refrain from)\\s+(?:tell|inform|mention|notify|report|disclos|admit)(?:e|ing)?\\b[^.;]{0,60}\\b${PERSON}\\b`,
        "iu",
      ),
      new RegExp(
        `\\bwithout\\s+(?:telling|informing|mentioning|notifying|reporting)\\b[^.;]{0,40}\\b${PERSON}\\b`,
        "iu",
      ),
      new RegExp(
        `\\b(?:hide|conceal|keep)\\b[^.;]{0,40}\\b(?:from|secret from)\\s+(?:the\\s+|this\\s+)?${PERSON}\\b`,
        "iu",
      ),
      new RegExp(
        `\\b${PERSON}\\b[^.;]{0,16}\\b(?:should|must|need|do|does|may|will|can)\\s?(?:not|n't|never)\\s+(?:find out|learn|know|notice|hear|realise|realize)\\b`,
        "iu",
      ),
      new RegExp(
        `\\bnever let\\b[^.;]{0,16}\\b${PERSON}\\b[^.;]{0,16}\\b(?:see|know|find out|notice|hear)\\b|\\bsay nothing to\\b[^.;]{0,12}\\b${PERSON}\\b`,
        "iu",
      ),
      /\bkeep\b[^.;]{0,40}\b(?:to yourself|quiet about)\b/iu,
    ],
    // "Never confirm without informing the customer" demands to inform.
    unless:
      /\b(?:do not|don't|never|must not|cannot|no)\b[^.;]{0,60}\bwithout\s+(?:telling|informing|mentioning|notifying|reporting)\b/iu,
  },
  {
    family: "self-propagation",
    reason: "asks to be copied into memory or into files that agents obey",
    patterns: [
      new RegExp(
        `\\b(?:save|store|write|add|copy|append|put|keep|record|insert|paste)\\b[^.;]{0,24}\\b(?:this|these)\\s+(?:instructions?|rules?|cards?|messages?|texts?|lines?|memor(?:y|ies)|notes?|paragraphs?|sections?|blocks?|guidance|advice)\\b[^.;]{0,40}(?:\\bmemory\\b|\\bclaude\\.md|\\bagents\\.md|\\bgemini\\.md|\\bcursorrules|\\b(?:every|all|each|future|next|other|later|any)\\b[^.;]{0,16}\\b${AFTERLIFE}\\b)`,
        "iu",
      ),
      /\b(?:remember|apply|follow|obey|repeat)\b[^.;]{0,12}\b(?:this|these)\b[^.;]{0,20}\b(?:every|all|each|any)\b[^.;]{0,16}\b(?:sessions?|conversations?|chats?|agents?)\b/iu,
    ],
    mayBeWarning: true,
  },
  {
    family: "unconditional-redirect",
    reason: "sends value to a fixed place",
    patterns: [
      /\b(?:transfer|route|send|pay|refund|forward|wire|deposit|move|payouts?|refunds?)\b[^;]{0,80}(?:\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){3,8}\b|\b0x[0-9a-f]{16,}\b|\bbc1[a-z0-9]{20,}\b|\b(?:account|wallet|iban|address|card)\b(?: (?:number|no\.?))?\s?:?\s?[A-Z]{0,4}\d[\dA-Z -]{7,})/iu,
    ],
  },
  {
    family: "authority-claim",
    reason: "claims an approval that a card cannot give, or asks to act without asking",
    patterns: [
      /\b(?:pre-?approved|authori[sz]ed|approved|confirmed|cleared|consented|signed\b[^.;]{0,10}\boff|permission)\b[^.;]{0,60}\b(?:no need|without|need not|do not|don't|skip|not necessary|unnecessary|stop)\b[^.;]{0,12}\b(?:to )?(?:ask|confirm|check|request|wait|approv)/iu,
      /\bpre-?approved by\b|\b(?:approved|authori[sz]ed|agreed) in advance\b[^.;]{0,60}\bno\b|\b(?:as|i am) (?:the |an )?(?:administrator|admin|owner|security team)\b[^.;]{0,30}\b(?:approved?|authori[sz]ed?|allow|permit)/iu,
      new RegExp(
        `\\b(?:without|no need (?:to|for)|do not|don't)\\s+(?:ask(?:ing)?|confirm(?:ing|ation)?|wait(?:ing)?)\\b(?:\\s+(?:with|for))?\\s+(?:the\\s+|any\\s+)?(?:${PERSON}|permission|approval|consent|confirmation)\\b`,
        "iu",
      ),
      /\b(?:do not|don't|never)\s+(?:request|seek|ask for|wait for|await)\s+(?:any\s+|the\s+|an?\s+)?(?:confirmation|approval|permission|consent)\b/iu,
      /\b(?:go ahead|proceed|continue|act|carry on)\b[^.;]{0,16}\bwithout\s+(?:any\s+|the\s+|further\s+)?(?:confirmation|approval|permission|consent|asking)\b/iu,
      /\bno need to (?:ask|confirm)\b\s*[.!]?$/iu,
    ],
    unless:
      /\b(?:never|do not|don't|must not|cannot)\b[^.;]{0,60}\bwithout\s+(?:asking|confirming|confirmation|approval|permission|consent)\b/iu,
  },
  {
    family: "destructive",
    reason: "destroys or opens more than the task is about",
    patterns: [
      /\b(?:truncate|drop|wipe|purge|erase|delete)\b[^.;:]{0,24}\b(?:production|prod|live)\b[^.;:]{0,12}\b(?:tables?|databases?|data|db|buckets?|volumes?)\b/iu,
      /\bmake\b[^.;:]{0,24}\b(?:bucket|repositor(?:y|ies)|repo|share|drive|database|dashboard)\b[^.;:]{0,8}\bpublic\b/iu,
    ],
    mayBeWarning: true,
  },
];
