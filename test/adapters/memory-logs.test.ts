import { createMemoryLedger } from "../../src/adapters/memory-ledger.ts";
import { createMemoryLock } from "../../src/adapters/memory-lock.ts";
import { createMemoryObservationLog } from "../../src/adapters/memory-observation-log.ts";
import { createMemoryStateFile } from "../../src/adapters/memory-state-file.ts";
import { describeLedger } from "../conformance/ledger.ts";
import { describeLock } from "../conformance/lock.ts";
import { describeObservationLog } from "../conformance/observation-log.ts";
import { describeStateFile } from "../conformance/state-file.ts";

describeObservationLog("memory", createMemoryObservationLog);
describeLedger("memory", createMemoryLedger);
describeStateFile("memory", createMemoryStateFile);
describeLock("memory", (holders) => Array(holders).fill(createMemoryLock()));
