/** The form of the connection dialog: initial values, rule texts and saving. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import type { FieldRule } from '@balcao/contract/errors/fields';
import { useState } from 'react';
import {
  markEndedLocally,
  useCreateConnection,
  useGreetingFile,
  useProviders,
  useUpdateConnection,
} from '../../entities/connections/connections.api.ts';
import { ratingTexts } from '../../entities/connections/rating.texts.ts';
import { useOnlyQueueIds } from '../../entities/queues/queues.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { formTexts } from './connection-form.texts.ts';
import { blankConnection, connectionForm, draftOf, sendable } from './connection-form.ts';
import { importTexts } from './import.texts.ts';
import { menuChannelOf, providersFor } from './providers.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The token is returned only on creation. */
export type CreatedConnection = Connection & { token: string };

interface ConnectionFormOptions {
  /** Undefined for a new connection. */
  connection: Connection | undefined;
  channel: Connection['channel'];
  isRatingEnabled: boolean;
  hasHours: boolean;
  /** Undefined keeps the stored greeting file, null removes it. */
  greetingFile: File | null | undefined;
  saveAutomatic: () => Promise<void>;
  onCreated: (created: CreatedConnection) => void;
  onSaved: () => void;
  onInvalid: (fields: string[]) => void;
}

const fieldByCode = {
  ERR_WAPP_NAME_TAKEN: 'name',
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_PROVIDER_UNAVAILABLE: 'provider',
  ERR_CHANNEL_NOT_IN_PLAN: 'provider',
  ERR_CONNECTION_LIMIT_REACHED: 'provider',
  ERR_QUEUE_NOT_FOUND: 'queueIds',
  ERR_ACCOUNT_TAKEN: 'phoneNumberId',
} as const;

export function useConnectionForm(options: ConnectionFormOptions) {
  const { connection, channel, isRatingEnabled, hasHours, greetingFile } = options;
  const t = useTexts(formTexts);
  const tImport = useTexts(importTexts);
  const tRating = useTexts(ratingTexts);
  const toast = useToast();
  const providers = useProviders().data ?? [];
  const onlyQueueIds = useOnlyQueueIds();
  const { mutateAsync: create } = useCreateConnection();
  const { mutateAsync: update } = useUpdateConnection();
  const { mutateAsync: saveFile } = useGreetingFile();
  const [question, requestConfirmation] = useConfirmation();
  const ruleText = useRuleText();
  // Read once: live updates of the same connection must not overwrite what the user is typing.
  const [initial] = useState(() => ({
    values: connection
      ? draftOf(connection)
      : {
          ...blankConnection({
            channel,
            provider: providersFor(providers, menuChannelOf(channel))[0] ?? 'sandbox',
            ratingMessage: isRatingEnabled ? tRating('question') : '',
          }),
          queueIds: onlyQueueIds,
        },
    schema: connectionForm({ isRatingEnabled, hasHours, existing: connection }),
  }));

  // The connection is already saved; a failed upload must not make the form save it again.
  const saveGreeting = async (id: number) => {
    if (greetingFile !== undefined) await saveFile({ id, file: greetingFile }).catch(toast.failed);
  };

  const form = useDraftForm({
    ...initial,
    save: async (draft) => {
      const body = sendable(draft, { hasHours, existing: connection });
      if (connection) {
        const endsSession = body.importOldMessages && channel === 'whatsapp' && connection.status === 'CONNECTED';
        if (endsSession)
          await requestConfirmation({
            title: tImport('askTitle', { name: connection.name }),
            text: tImport('askText'),
            verb: tImport('askVerb'),
            danger: true,
          });
        if (endsSession) markEndedLocally(connection.id);
        await update({ id: connection.id, ...body });
        await options.saveAutomatic();
        return saveGreeting(connection.id);
      }
      const created = await create({ ...body, channel: draft.channel, provider: draft.provider });
      await saveGreeting(created.id);
      options.onCreated(created);
    },
    onSaved: () => {
      toast.done(t('saved'));
      options.onSaved();
    },
    onError: (error) => {
      if (error !== question.canceledError) toast.failed(error);
    },
    fieldByCode,
    ruleText,
    onInvalid: options.onInvalid,
  });
  return { form, confirmation: question.confirmation };
}

/** Texts for the rules of import and vacation dates; all other rules use the contract's texts. */
function useRuleText() {
  const t = useTexts(formTexts);
  const tImport = useTexts(importTexts);
  return (field: string, rule: FieldRule): string | undefined => {
    if (field === 'importOldMessages' && rule === 'tooSmall') return tImport('tooOld');
    if (field === 'importOldMessages' && rule === 'tooLarge') return tImport('future');
    if (field === 'importRecentMessages' && rule === 'invalid') return tImport('order');
    if (field.startsWith('collectiveVacation') && rule === 'tooSmall') return t('vacationTooEarly');
    if (field === 'collectiveVacationEnd' && rule === 'invalid') return t('vacationOrder');
    return undefined;
  };
}
