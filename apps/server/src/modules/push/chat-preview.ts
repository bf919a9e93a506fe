/** A message of a team chat, as far as a notification needs it. */
export interface ChatPreview {
  uuid: string;
  title: string;
  senderName: string;
  body: string;
  /** Members who have not read it, without its sender. */
  recipientIds: number[];
}
