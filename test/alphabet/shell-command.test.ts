import { describe, expect, it } from "vitest";
import { commandKey } from "../../src/alphabet/action-key.ts";
import { type ShellCommand, shellCommands } from "../../src/alphabet/shell-command.ts";

function keys(script: string): string[] {
  return shellCommands(script).map(commandKey);
}

function tests(script: string): ShellCommand[] {
  return shellCommands(script).filter((command) => command.purpose === "test");
}

describe("a shell script as commands", () => {
  it("[O45] is program, subcommand and the names of its options; values are left out", () => {
    expect(keys("docker build --no-cache -t me/app:1 --build-arg KEY=abc .")).toEqual([
      "docker build --build-arg --no-cache -t",
    ]);
    expect(keys('git commit -am "fix the thing" --author="A B <a@b>"')).toEqual(["git commit --author -a -m"]);
    expect(keys("npm run lint -- --fix --max-warnings 0")).toEqual(["npm run lint --fix --max-warnings"]);
    expect(keys("terraform apply -auto-approve -var name=acme")).toEqual(["terraform apply -auto-approve -var"]);
    expect(keys("go test -run TestAcme -count=1 ./...")).toEqual(["go test -count -run"]);
    expect(keys("kubectl get pods acme -n prod -o json")).toEqual(["kubectl get -n -o"]);
    expect(keys("curl -s -H 'Authorization: Bearer abc' https://acme.example/x")).toEqual(["curl -H -s"]);
  });

  it("[O45] is the same however it was spelled", () => {
    expect(keys("npm run test")).toEqual(keys("npm t"));
    expect(keys("pnpm run lint")).toEqual(keys("pnpm lint"));
    expect(keys("rm -fr a.ts")).toEqual(keys("rm -r -f b.ts"));
    expect(keys("FOO=1 sudo -u me npx vitest")).toEqual(keys("vitest"));
    expect(keys("bash -c 'cargo test'")).toEqual(keys("cargo test"));
    expect(keys("./node_modules/.bin/eslint .")).toEqual(keys("npx eslint ."));
    expect(keys("python3 -m pytest")).toEqual(keys("pytest"));
  });

  it("names what started a command beside it", () => {
    expect(shellCommands("sudo env A=b uv run pytest")[0]?.wrappers).toEqual(["sudo", "env", "uv run"]);
  });

  it("[O45] takes no word out of quotes, substitutions or here-documents for a name", () => {
    expect(keys('npm run "my script"')).toEqual(["npm run"]);
    expect(keys("npm run $SCRIPT")).toEqual(["npm run"]);
    expect(keys("git $(cat cmd)")).toEqual(["git"]);
    expect(keys('"./my tool" run')).toEqual(["*"]);
    expect(keys("python - <<'E'\nimport secret\nnpm test\nE")).toEqual(["python"]);
    expect(keys("echo git push")).toEqual(["echo"]);
  });

  it("sees through pipes, lists, groups, loops and conditions", () => {
    expect(keys("cd a && (npm ci; npm run build) || { echo no; exit 1; }")).toEqual([
      "cd",
      "npm ci",
      "npm run build",
      "echo",
      "exit",
    ]);
    expect(keys("for f in *; do npx tsc --noEmit $f; done")).toEqual(["tsc --noEmit"]);
    expect(keys("if git diff --quiet; then npm test; else npm run lint; fi")).toEqual([
      "git diff --quiet",
      "npm test",
      "npm run lint",
    ]);
    expect(keys("deploy() { terraform destroy; }; npm test")).toEqual(["npm test"]);
  });

  it("[O46] knows what the exit status of the whole says about each command", () => {
    const status = (script: string) => tests(script).map((command) => command.status);
    expect(status("npm test")).toEqual(["own"]);
    expect(status("cd app && npm test")).toEqual(["own"]);
    expect(status("npm test && echo fine")).toEqual(["own"]);
    expect(status("npm test || exit 1")).toEqual(["own"]);
    expect(status("npm run lint && npm test && git push")).toEqual(["and"]);
    expect(status("npm test || npm run build")).toEqual(["or"]);
    expect(status("npm test || true")).toEqual(["or"]);
    expect(status("npm test | tail -5")).toEqual(["hidden"]);
    expect(status("set -o pipefail; npm test | tail -5")).toEqual(["own"]);
    expect(status("npm test; echo done")).toEqual(["hidden"]);
    expect(status("set -e; npm test; npm run build")).toEqual(["and"]);
    expect(status("npm test &")).toEqual(["hidden"]);
    expect(status("! npm test")).toEqual(["hidden"]);
    expect(status("if npm test; then echo ok; fi")).toEqual(["hidden"]);
    expect(status("for p in a b; do npm test; done")).toEqual(["hidden"]);
    expect(status("bash -c 'npm test || true'")).toEqual(["or"]);
    expect(status("bash -c 'npm test' | tee log")).toEqual(["hidden"]);
    expect(status("(cd a; npm test)")).toEqual(["own"]);
  });

  it("finds the files that a command reads, writes and takes back", () => {
    const files = (script: string) =>
      shellCommands(script).flatMap((command) => command.files.map((file) => `${file.use} ${file.path}`));
    expect(files("cat main.tf variables.tf")).toEqual(["read main.tf", "read variables.tf"]);
    expect(files("cat > src/a.py <<'E'\nx\nE")).toEqual(["create src/a.py"]);
    expect(files("sed -i 's/a.ts/b/' src/a.ts")).toEqual(["edit src/a.ts"]);
    expect(files("git checkout -- src/a.ts")).toEqual(["edit src/a.ts"]);
    expect(files("rm -f a.ts")).toEqual(["delete a.ts"]);
    expect(files("curl https://acme.example/a.json -o out.json")).toEqual([]);
    expect(
      files(
        "apply_patch <<'E'\n*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Add File: b.ts\n+x\n*** End Patch\nE",
      ),
    ).toEqual(["edit src/a.ts", "create b.ts"]);
  });

  it("[O41] is read in bounded work, whatever it is", () => {
    const units = [
      "(",
      "$(",
      '"$(',
      "`",
      "{",
      "a ",
      "a|",
      "if ",
      "<<E ",
      "$((",
      "\\",
      "${a:-",
      "'",
      "a@(",
      "&&",
      "case a in ",
      "! ",
      "f() ",
      "\0",
      "sudo ",
      "bash -c '",
      "npx ",
    ];
    for (const unit of units) {
      expect(shellCommands(unit.repeat(Math.ceil(1_000_000 / unit.length))).length).toBeLessThanOrEqual(60);
    }
  });
});
