import { answerJobs } from "./simulate-workers.ts";

answerJobs();
