/** What the product asks of a mail server. The adapter is built in wiring/mail-server.ts. */
export interface OutgoingMail {
  /** The same id for every attempt, so that a receiver recognizes a mail that arrived twice. */
  id: string;
  /** Name shown as the sender, unless the configuration names one. */
  senderName: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailServer {
  /**
   * Resolves once the server has taken the mail. Throws `MailRefused` if it will refuse it again, and any other error if a
   * later attempt may work.
   */
  send(mail: OutgoingMail): Promise<void>;
}

/** A permanent refusal: of the address, or of this mail alone. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly of: 'address' | 'mail';
  constructor(of: 'address' | 'mail', answer: string) {
    super(answer);
    this.of = of;
  }
}
