/** What happened to a document of another program. */
export const importNoteKinds = [
  /** The node type did not run where the document comes from; it does here. */
  'willRun',
  /** An id that is not allowed here was replaced; the subject is the old one. */
  'renamed',
  /** A node of a type that does not exist here was left out; the subject is the type. */
  'unknownType',
  /** A connection to nothing, from an unknown exit or a second one from the same exit was left out. */
  'edgeRemoved',
  /** A key of a service was left out; keys are never carried over. */
  'keyRemoved',
  /** A value outside its limits was replaced; the subject is the field. */
  'valueChanged',
] as const;
export interface ImportNote {
  kind: (typeof importNoteKinds)[number];
  nodeId: string | null;
  subject: string;
}
