import { isMasked } from '@balcao/domain/contact/mask';
import { completePhone } from '@balcao/domain/phone/parse-phone';
import { useState } from 'react';
import { useDefaultCountry } from '../../../entities/contacts/phone-field.tsx';
import { api, ApiError } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, useToast } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import css from './cards.module.css';
import { contentTexts } from './content.texts.ts';

/** From a contact card: creates the contact if needed and starts a conversation. */
export function StartConversation({ name, number }: { name: string; number: string }) {
  const t = useTexts(contentTexts);
  const { startNew } = useTicketActions();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const country = useDefaultCountry();
  // A masked number cannot start a conversation.
  const digits = isMasked(number) ? undefined : completePhone(number, country);
  if (digits === undefined) return null;
  const start = () => {
    setBusy(true);
    contactOf(name, digits)
      .then((id) => startNew(id))
      .catch((error: unknown) => toast.failed(error))
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" className={css.button} disabled={isBusy} onClick={start}>
      <Icon name="chat" size={16} /> {t('startConversation')}
    </button>
  );
}

async function contactOf(name: string, number: string): Promise<number | undefined> {
  try {
    return (await api.contacts.create({ body: { name: name.length < 2 ? number : name, number: `+${number}` } })).id;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ERR_DUPLICATED_CONTACT')) throw error;
    const { contacts } = await api.contacts.list({ query: { searchParam: number } });
    return contacts[0]?.id;
  }
}
