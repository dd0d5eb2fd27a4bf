import { INSTALL_IN_ENGLISH, type InstallAbout } from "../../../../adapters/install/findings.ts";
import { FILES_IN_ENGLISH, type FilesAbout } from "../../../../memory/findings.ts";
import type { Wording } from "../../../../model/finding.ts";

/** What `doctor` says of each finding. */
export interface DoctorMessages {
  files: Wording<FilesAbout>;
  install: Wording<InstallAbout>;
}

export const en: DoctorMessages = { files: FILES_IN_ENGLISH, install: INSTALL_IN_ENGLISH };
