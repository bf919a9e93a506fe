export interface ConsentSettings {
  isOn: boolean;
  /** An empty question is not asked. */
  question: string;
  /** Every new ticket asks again. */
  asksEachTime: boolean;
}

/** Whether a new ticket starts with the consent question. Groups are not asked: one member cannot consent for all. */
export function asksConsent(
  { isOn, question, asksEachTime }: ConsentSettings,
  contact: { isGroup: boolean; consentedAt: Date | null },
): boolean {
  if (!isOn || question.trim() === '' || contact.isGroup) return false;
  return asksEachTime || contact.consentedAt === null;
}
