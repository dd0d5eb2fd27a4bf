import { placeOf, utc } from "../../../../adapters/install/findings.ts";
import { ko as messages } from "../ko.ts";
import { reasonIn, ko as reasons } from "../reasons.ts";
import type { DoctorMessages } from "./en.ts";

const say = (reason: string) => reasonIn(reasons, reason);
const tried = (tries: number) => (tries === 1 ? "" : ` (${tries}번째 시도에서)`);
const needsNode = (least: string) =>
  `훅에는 Node ${least} 이상이 필요합니다. 호스트가 시작되는 PATH에 \`node\`로 두세요`;
const LEFT = { skipped: "제외", dropped: "쓸 수 없음", failed: "실패" };

export const ko: DoctorMessages = {
  files: {
    project: ({ project, files }) => ({
      what: `프로젝트 ${project.id} (${messages.chosen(project)}), 파일은 ${files}에 있습니다`,
    }),
    index: ({ name, note }) => ({ what: `색인: ${name}`, ...(note !== undefined && { fix: say(note) }) }),
    broken_card: ({ path, line, problem }) => ({
      what: `${path}:${line}: ${problem}`,
      fix: "그 줄을 고치세요. 그때까지 이 카드는 회상되지 않습니다",
    }),
    readable: ({ observations, rows }) => ({ what: `관찰 ${observations}개와 원장 ${rows}행을 읽을 수 있습니다` }),
    broken_line: ({ path, line, problem }) => ({
      what: `${path}:${line}: ${problem}`,
      fix: "그 줄만 건너뛰고 나머지는 읽습니다",
    }),
    empty_results: ({ times }) => ({
      what: `마지막으로 끝난 호출 ${times}개에 결과가 없습니다`,
      fix: "결과가 habitus에 도착하지 않습니다. 호스트의 훅이 무엇을 보내는지 확인하세요",
    }),
    no_hook: ({ sessions }) => ({
      what: `어떤 훅도 알리지 않은 세션 ${sessions}개를 대화 기록에서 가져왔습니다`,
      fix: "훅을 실행하지 않는 호스트가 있습니다. Codex에서는 /hooks나 habitus init으로 신뢰하세요",
    }),
    filled: ({ calls, prompts }) => ({
      what: `훅이 놓친 호출 ${calls}개와 요청 ${prompts}개를 대화 기록에서 채웠습니다`,
    }),
    left: ({ left, reason, times }) => ({ what: `남기지 않은 이벤트 ${times}개, ${LEFT[left]}: ${say(reason)}` }),
    cards: ({ files, indexed }) => ({ what: `카드 파일 ${files}개, 색인에 ${indexed}개` }),
  },
  install: {
    not_whole: ({ problem }) => ({ what: problem, fix: "habitus를 다시 설치하세요" }),
    refused: (about) => ({
      what: `${about.title}: ${placeOf({ ...about, problem: say(about.problem) })}`,
      fix: `그 파일을 고친 뒤 habitus init ${about.host}`,
    }),
    entries_gone: ({ title, host, at }) => ({
      what: `${title}: init이 ${at.slice(0, 10)}에 써 넣은 항목이 설정에서 사라졌습니다`,
      fix: `habitus init ${host}`,
    }),
    not_installed: ({ title, host }) => ({
      what: `${title}이(가) 있지만 habitus는 설치되어 있지 않습니다`,
      fix: `habitus init ${host}`,
    }),
    other_entries: ({ title, host, path, points }) => ({
      what: `${title}: ${path}의 항목이 지금의 habitus가 쓰는 것과 다릅니다${points === undefined ? "" : ` (${points}을(를) 가리킴)`}`,
      fix: `habitus init ${host}`,
    }),
    strict_json: ({ title, path }) => ({
      what: `${title}은(는) 엄격한 JSON만 읽습니다. ${path}에 주석이나 끝 쉼표가 있는 동안에는 그 파일 전체가 적용되지 않습니다`,
      fix: "주석과 끝 쉼표를 지우세요",
    }),
    installed: ({ title, at }) => ({ what: `${title}: 설치됨${at === undefined ? "" : ` (${at.slice(0, 10)})`}` }),
    trust_unknown: () => ({
      what: "codex가 PATH에 없어서 훅을 신뢰하는지 알 수 없습니다",
      fix: "Codex의 /hooks에서 확인하세요",
    }),
    untrusted: ({ skipped, all, states }) => ({
      what: `Codex가 훅 ${all}개 중 ${skipped}개를 건너뜁니다. 상태: ${states.join(", ")}`,
      fix: "habitus init codex --trust-codex 또는 Codex의 /hooks",
    }),
    trusted: ({ all }) => ({ what: `Codex가 훅 ${all}개를 모두 신뢰합니다` }),
    no_hooks_seen: () => ({
      what: "Codex에 habitus의 훅이 보이지 않습니다",
      fix: "Codex의 config.toml에서 `features.hooks`가 꺼져 있는지 확인하세요",
    }),
    trust_unsaid: ({ why }) => ({
      what: `Codex가 어떤 훅을 신뢰하는지 답하지 않습니다: ${why}`,
      fix: "Codex의 /hooks에서 확인하세요",
    }),
    arrived: ({ title, at }) => ({ what: `${title}: 마지막 이벤트가 ${utc(at)}에 도착했습니다` }),
    not_arrived: ({ title, last, installed }) => ({
      what: `${title}: ${last === undefined ? "아직 도착한 이벤트가 없습니다" : `${utc(last)} 이후로 이벤트가 없습니다`}${installed === undefined ? "" : ` (설치: ${utc(installed)})`}`,
      fix: `${title}의 세션을 새로 시작하세요. 이미 열려 있던 세션은 예전 설정을 씁니다`,
    }),
    plugin_not_whole: ({ folder }) => ({ what: `${folder}의 플러그인이 온전하지 않습니다`, fix: "habitus init" }),
    plugin_old: ({ runs, version }) => ({
      what: `호스트는 버전 ${runs}을(를) 실행하는데, 이것은 ${version}입니다`,
      fix: "habitus init",
    }),
    plugin: ({ version, folder }) => ({ what: `호스트가 ${folder}의 버전 ${version}을(를) 실행합니다` }),
    no_node: ({ least }) => ({ what: "PATH에 `node`가 없습니다", fix: needsNode(least) }),
    old_node: ({ version, least }) => ({ what: `PATH의 \`node\`는 ${version}입니다`, fix: needsNode(least) }),
    node: ({ version }) => ({ what: `PATH의 \`node\`는 ${version}입니다` }),
    not_on_path: () => ({
      what: "`habitus`가 PATH에 없어서 훅과 호스트가 입력하라고 하는 명령을 찾을 수 없습니다",
      fix: "npm install --global habitus 하거나 그 폴더를 PATH에 넣으세요. 훅은 없어도 동작합니다",
    }),
    line_failed: ({ title, how, ended, said, line }) => {
      const fault = {
        ended: `훅 명령이 ${ended}(으)로 끝났습니다`,
        not_on_record: "훅 명령은 실행되었지만 그 이벤트가 기록되지 않았습니다",
        no_advice: "훅 명령이 이벤트를 기록하지만 조언하지 않습니다",
      }[how];
      return { what: `${title}: ${fault}${said === "" ? "" : ` (${said})`}: ${line}`, fix: "habitus init" };
    },
    line_works: ({ title, detached, tries }) => ({
      what: `${title}: ${detached ? "분리된 훅 명령이 이벤트를 기록합니다" : "훅 명령이 이벤트를 기록하고 조언합니다"}${tried(tries)}`,
    }),
    server_failed: ({ title, how }) => ({
      what: `${title}: ${how === "no_advice" ? "서버가 이벤트를 기록하지만 조언하지 않습니다" : "서버가 받은 이벤트가 기록되지 않았습니다"}`,
      fix: "habitus init",
    }),
    server_silent: ({ title, said, line }) => ({
      what: `${title}: 서버가 응답하지 않습니다 (${said}): ${line}`,
      fix: "habitus init",
    }),
    server_works: ({ title, tries }) => ({ what: `${title}: 서버가 이벤트를 기록하고 조언합니다${tried(tries)}` }),
  },
};
