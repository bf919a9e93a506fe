/** One connection: a new one on a channel, or one that is there. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { TryButton } from '../../entities/bot/try-button.tsx';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import {
  markEndedLocally,
  useCreateConnection,
  useGreetingFile,
  useProviders,
  useUpdateConnection,
} from '../../entities/connections/connections.api.ts';
import { useSignInAtMeta } from '../../entities/connections/account-linking.api.ts';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, Tabs, useToast } from '../../ui/index.ts';
import { ConnectionAutomatic } from './connection-automatic.tsx';
import { ConnectionChatbot } from './connection-chatbot.tsx';
import css from './connection-dialog.module.css';
import { formTexts } from './connection-form.texts.ts';
import { blankConnection, connectionForm, draftOf, sendable, tabOf, type ConnectionTab } from './connection-form.ts';
import { ConnectionGeneral } from './connection-general.tsx';
import { ConnectionHours } from './connection-hours.tsx';
import { ConnectionLater } from './connection-later.tsx';
import { ConnectionMessages } from './connection-messages.tsx';
import { ConnectionRatings } from './connection-ratings.tsx';
import { ConnectionTester } from './connection-tester.tsx';
import { importTexts } from './import.texts.ts';
import { accountLinkingTexts } from './account-linking.texts.ts';
import { isSignedIn, menuChannelOf, providersFor } from './providers.ts';
import { useAutomatic } from './use-automatic.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** Its token is told here and never again. */
type CreatedConnection = Connection & { token: string };

interface ConnectionDialogProps {
  /** A connection to change, or the channel of a new one. */
  of: Connection | Connection['channel'];
  onCreated: (created: CreatedConnection) => void;
  onClose: () => void;
  /** Its keys were just entered: the channel is asked about them at once. */
  checksFirst?: boolean;
}

export function ConnectionDialog({ of, onCreated, onClose, checksFirst = false }: ConnectionDialogProps) {
  const t = useTexts(formTexts);
  const tLinking = useTexts(accountLinkingTexts);
  const tImport = useTexts(importTexts);
  const channelName = useTexts(connectionLabels);
  const toast = useToast();
  const [connection, channel] = typeof of === 'string' ? [undefined, of] : [of, of.channel];
  const [tab, setTab] = useState<ConnectionTab>('general');
  const tabs = useTabs();
  const providers = useProviders().data ?? [];
  const isRatingEnabled = useCompanySetting('userRating') === 'enabled';
  const hasHours = tabs.includes('hours');
  // Who may only handle connections may not ask the bot about queues.
  const canTest = useCan('queue.manage');
  const [trying, setTrying] = useState(false);
  const { mutateAsync: create } = useCreateConnection();
  const { mutateAsync: update } = useUpdateConnection();
  const { mutateAsync: saveFile } = useGreetingFile();
  const signIn = useSignInAtMeta();
  const [question, requestConfirmation] = useConfirmation();
  // Only the official API has approved texts, and only one that is there can tell which.
  const automatic = useAutomatic(connection?.channel === 'whatsappapi' ? connection.id : undefined, tab === 'messages');
  // Undefined leaves the file as it is, null takes it away.
  const [file, setFile] = useState<File | null | undefined>(undefined);
  // What was read at the start: the form is not rewritten under the person's hands by news of the same connection.
  const [start] = useState(() => ({
    values: connection
      ? draftOf(connection)
      : blankConnection({
          channel,
          provider: providersFor(providers, menuChannelOf(channel))[0] ?? 'sandbox',
          isRatingEnabled,
        }),
    schema: connectionForm({ isRatingEnabled, hasHours, existing: connection }),
  }));

  // The connection is saved by then; a file that fails must not make the form save it again.
  const saveGreeting = async (id: number) => {
    if (file !== undefined) await saveFile({ id, file }).catch(toast.failed);
  };

  const vacationErrorText = (field: string, rule: string) =>
    field.startsWith('collectiveVacation') && rule === 'tooSmall'
      ? t('vacationTooEarly')
      : field === 'collectiveVacationEnd' && rule === 'invalid'
        ? t('vacationOrder')
        : undefined;

  const form = useDraftForm({
    ...start,
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
        await automatic.save();
        return saveGreeting(connection.id);
      }
      const created = await create({ ...body, channel: draft.channel, provider: draft.provider });
      await saveGreeting(created.id);
      onCreated(created);
    },
    onSaved: () => {
      toast.done(t('saved'));
      onClose();
    },
    onError: (error) => {
      if (error !== question.canceledError) toast.failed(error);
    },
    fieldByCode: {
      ERR_WAPP_NAME_TAKEN: 'name',
      ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
      ERR_PROVIDER_UNAVAILABLE: 'provider',
      ERR_CHANNEL_NOT_IN_PLAN: 'provider',
      ERR_CONNECTION_LIMIT_REACHED: 'provider',
      ERR_QUEUE_NOT_FOUND: 'queueIds',
      ERR_ACCOUNT_TAKEN: 'phoneNumberId',
    },
    ruleText: (field, rule) =>
      field === 'importOldMessages' && rule === 'tooSmall'
        ? tImport('tooOld')
        : field === 'importOldMessages' && rule === 'tooLarge'
          ? tImport('future')
          : field === 'importRecentMessages' && rule === 'invalid'
            ? tImport('order')
            : vacationErrorText(field, rule),
    // At once, so that the field is there when it gets the cursor.
    onInvalid: (fields) =>
      flushSync(() => setTab(tabs.find((key) => fields.some((field) => tabOf(field) === key)) ?? tab)),
  });
  const fileName = file === undefined ? (connection?.greetingMediaAttachment ?? null) : (file?.name ?? null);
  const usesMetaSignIn =
    !connection &&
    isSignedIn({ provider: form.watch('provider') ?? 'beta', channel: form.watch('channel') ?? 'whatsapp' });
  const panelProps = (key: ConnectionTab) => ({ className: css.panel, role: 'tabpanel', hidden: tab !== key });

  // Pages are not typed in: there is nothing to fill in before the channel was asked.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!usesMetaSignIn && automatic.isComplete()) return void form.submit(event);
    event.preventDefault();
    if (!usesMetaSignIn) return setTab('messages');
    signIn.mutate(undefined, { onError: toast.failed });
  };
  return (
    <Dialog
      title={connection ? t('editNamed', { name: connection.name }) : t('add', { channel: channelName(channel) })}
      icon={<ChannelGlyph channel={channel} size={22} silent />}
      action={canTest && connection && <TryButton pressed={trying} onClick={() => setTrying(!trying)} />}
      width={640}
      dirty={!usesMetaSignIn && (form.dirty || file !== undefined || automatic.isChanged)}
      onClose={onClose}
      onSubmit={submit}
      tabs={
        !usesMetaSignIn && (
          <Tabs
            label={t('tabs')}
            active={tab}
            onChange={setTab}
            tabs={tabs.map((key) => ({
              key,
              label: t(key),
              alert: form.invalidFields.some((field) => tabOf(field) === key),
            }))}
          />
        )
      }
      aside={
        trying &&
        connection && (
          <ConnectionTester form={form} connection={connection} hasHours={hasHours} onClose={() => setTrying(false)} />
        )
      }
      footer={
        <>
          <DialogCancel />
          <Button
            kind="primary"
            type="submit"
            {...(usesMetaSignIn && { icon: 'link' as const })}
            busy={form.busy || signIn.isPending || signIn.isSuccess}
          >
            {usesMetaSignIn ? tLinking('signIn') : t('save')}
          </Button>
        </>
      }
    >
      <div {...panelProps('general')} aria-label={t('general')}>
        <ConnectionGeneral form={form} connection={connection} checksFirst={checksFirst} />
      </div>
      <div {...panelProps('integrations')} aria-label={t('integrations')}>
        <ConnectionLater choices={['integration', 'prompt']} />
      </div>
      <div {...panelProps('messages')} aria-label={t('messages')}>
        <ConnectionMessages form={form} hasHours={hasHours} fileName={fileName} onFile={setFile} />
        {connection?.channel === 'whatsappapi' && tab === 'messages' && (
          <ConnectionAutomatic
            connectionId={connection.id}
            chosen={automatic.chosen}
            onChange={automatic.change}
            tried={automatic.tried}
          />
        )}
      </div>
      <div {...panelProps('chatbot')} aria-label={t('chatbot')}>
        <ConnectionChatbot form={form} />
      </div>
      <div {...panelProps('ratings')} aria-label={t('ratings')}>
        <ConnectionRatings form={form} isRatingEnabled={isRatingEnabled} />
      </div>
      {tabs.includes('flow') && (
        <div {...panelProps('flow')} aria-label={t('flow')}>
          <ConnectionLater choices={['flowWelcome', 'flowNoPhrase']} />
        </div>
      )}
      {hasHours && (
        <div {...panelProps('hours')} aria-label={t('hours')}>
          {tab === 'hours' && <ConnectionHours form={form} />}
        </div>
      )}
      {question.confirmation}
    </Dialog>
  );
}

/** Flows come with the plan, hours where the company keeps them by connection. */
function useTabs(): ConnectionTab[] {
  const { actor } = useSession();
  const byConnection = useCompanySetting('scheduleType') === 'connection';
  return [
    'general',
    'integrations',
    'messages',
    'chatbot',
    'ratings',
    ...(actor.plan.has('integrations') ? (['flow'] as const) : []),
    ...(byConnection ? (['hours'] as const) : []),
  ];
}
