/** A call of a flow to a model; the calls of flows provide it. */
export interface ModelCall {
  companyId: number;
  request: {
    /** Null: the fields of a node, which have no prompt. */
    promptId: number | null;
    /** What the customer wrote since the last turn. */
    text: string;
  };
  ticketId: number | null;
  runId: number | null;
  /** 0 for a prompt without a flow. */
  flowId: number | null;
}
export type ModelCallFailure =
  | 'down'
  | 'quota'
  | 'key'
  | 'request'
  | 'unreadable'
  | 'notConfigured'
  /** A ceiling of the company is reached. */
  | 'ceilingReached';
export type ModelReply =
  | { type: 'text'; text: string }
  | {
      type: 'media';
      media: 'audio';
      file: { key: string; mime: string; fileName: string; bytes: number };
      isVoice: boolean;
    };
export type ModelCallResult =
  | {
      type: 'done';
      replies: readonly ModelReply[];
      choices: readonly string[];
      values: Readonly<Record<string, string>>;
      action:
        | { type: 'transfer'; queueId: number; userId: null }
        | { type: 'tag'; tagId: number }
        | { type: 'close' }
        | null;
      session: null;
      isOver: boolean;
      isUnknown: boolean;
    }
  | { type: 'failed'; reason: ModelCallFailure };
