/** The open panel of a node, for the editor around it. */
export interface PanelHandle {
  nodeId: string;
  /** Something is typed or chosen that the flow does not have yet. */
  isDirty: boolean;
  /** Runs `act` at once, or after the user agreed to discard what is typed. */
  leave: (act: () => void) => void;
  /** False when the panel stays open, with the reason beside a field or in a toast. */
  save: () => Promise<boolean>;
}
