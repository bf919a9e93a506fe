import type { IntegrationType } from '../integration/integration-types.ts';

/** What exists in the company, for the check of a document and for a running flow. */
export interface References {
  queues: ReadonlySet<number>;
  /** Active users only. */
  users: ReadonlySet<number>;
  tags: ReadonlySet<number>;
  lanes: ReadonlySet<number>;
  fileLists: ReadonlySet<number>;
  templates: ReadonlySet<number>;
  /** Active flows with a published version. */
  flows: ReadonlySet<number>;
  prompts: ReadonlySet<number>;
  integrations: ReadonlyMap<number, IntegrationType>;
  /** Names of stored files. */
  files: ReadonlySet<string>;
}
/** What else the warnings of `check` depend on. */
export interface CheckFacts {
  references: References;
  exitWords: readonly string[];
  /** Variables that messages always have: `variableNames`, and those the company defined. */
  variables: readonly string[];
  /** Channels of the connections that use the flow. */
  channels: readonly { kind: string; media: boolean; template: boolean; replyWindowHours: number | null }[];
}

/** The ids that a document names, by kind. */
export interface DocReferences {
  queues: number[];
  users: number[];
  tags: number[];
  lanes: number[];
  fileLists: number[];
  templates: number[];
  flows: number[];
  prompts: number[];
  integrations: number[];
  files: string[];
}
