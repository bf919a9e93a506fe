/** Errors keep a flow from being published. */
export const errorCodes = [
  'tooManyNodes',
  'tooManyEdges',
  'tooLarge',
  'unknownType',
  'invalidData',
  'duplicateId',
  'noStart',
  'severalStarts',
  'required',
  'edgeToNothing',
  'edgeFromNothing',
  'edgeIntoStart',
  'unknownPort',
  'severalEdges',
  'cycleWithoutPause',
  'unknownQueue',
  'unknownUser',
  'unknownTag',
  'unknownLane',
  'unknownFile',
  'unknownFileList',
  'unknownTemplate',
  'unknownFlow',
  'unknownPrompt',
  'unknownIntegration',
  /** The integration has a type that the node cannot use. */
  'wrongIntegration',
  'unusableUrl',
  'unusableHeader',
  'unusableJson',
  'unusablePointer',
] as const;
/** Warnings are shown and do not block. */
export const warningCodes = [
  'unconnectedPort',
  'unreachable',
  'unsetVariable',
  'waitBeyondWindow',
  'channelCannotShow',
  'exitNotShown',
  'questionAfterQueue',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
export type WarningCode = (typeof warningCodes)[number];

/** A problem of a document. The web translates the code. */
export interface Problem {
  code: ErrorCode | WarningCode;
  severity: 'error' | 'warning';
  /** Null: the whole document. */
  nodeId: string | null;
  edgeId: string | null;
  /** Path of the field inside `data`, for example `options.2.value`; or the id of a port. */
  field: string | null;
  /** What the problem names: a variable, a channel, a type. */
  value: string | null;
}
