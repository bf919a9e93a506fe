export interface ConsentSettings {
  isOn: boolean;
  /** What is asked; without words nothing is. */
  question: string;
  /** Once is not enough: every new conversation asks. */
  asksEachTime: boolean;
}

/** Is this contact asked for consent before anything else? Groups never are: nobody there could say yes for the others. */
export function asksConsent(
  { isOn, question, asksEachTime }: ConsentSettings,
  contact: { isGroup: boolean; consentedAt: Date | null },
): boolean {
  if (!isOn || question.trim() === '' || contact.isGroup) return false;
  return asksEachTime || contact.consentedAt === null;
}
