/** Dialog that creates a connection on a channel or changes an existing one. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { TryButton } from '../../entities/bot/try-button.tsx';
import { useSignInAtMeta } from '../../entities/connections/account-linking.api.ts';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, Tabs, useToast } from '../../ui/index.ts';
import { accountLinkingTexts } from './account-linking.texts.ts';
import { formTexts } from './connection-form.texts.ts';
import { tabOf, type ConnectionTab } from './connection-form.ts';
import { ConnectionPanels } from './connection-panels.tsx';
import { ConnectionTester } from './connection-tester.tsx';
import { isSignedIn } from './providers.ts';
import { useAutomatic } from './use-automatic.ts';
import { useConnectionForm, type CreatedConnection } from './use-connection-form.ts';

interface ConnectionDialogProps {
  /** A connection to change, or the channel of a new one. */
  of: Connection | Connection['channel'];
  onCreated: (created: CreatedConnection) => void;
  onClose: () => void;
  /** The keys were just entered: verify them with the channel when the dialog opens. */
  checksFirst?: boolean;
  /** The tab to open first; an unknown or hidden one opens the first. */
  firstTab?: ConnectionTab | undefined;
}

export function ConnectionDialog({ of, onCreated, onClose, checksFirst = false, firstTab }: ConnectionDialogProps) {
  const t = useTexts(formTexts);
  const channelName = useTexts(connectionLabels);
  const toast = useToast();
  const [connection, channel] = typeof of === 'string' ? [undefined, of] : [of, of.channel];
  const tabs = useTabs(connection === undefined);
  const [tab, setTab] = useState<ConnectionTab>(() => tabs.find((key) => key === firstTab) ?? 'general');
  const isRatingEnabled = useCompanySetting('userRating') === 'enabled';
  const hasHours = tabs.includes('hours');
  // The bot test reads queues, which the connection permission alone does not allow.
  const canTest = useCan('queue.manage');
  const [isTesting, setTesting] = useState(false);
  const signIn = useSignInAtMeta();
  // Only the official API has approved templates, and only an existing connection can list them.
  const automatic = useAutomatic(connection?.channel === 'whatsappapi' ? connection.id : undefined, tab === 'messages');
  // Undefined keeps the stored greeting file, null removes it.
  const [file, setFile] = useState<File | null | undefined>(undefined);
  const fileName = file === undefined ? (connection?.greetingMediaAttachment ?? null) : (file?.name ?? null);
  const { form, confirmation } = useConnectionForm({
    connection,
    channel,
    isRatingEnabled,
    hasHours,
    greetingFile: file,
    saveAutomatic: automatic.save,
    onCreated,
    onSaved: onClose,
    // Synchronous, so that the field is mounted and visible before it gets the focus.
    onInvalid: (fields) =>
      flushSync(() => setTab(tabs.find((key) => fields.some((field) => tabOf(field) === key)) ?? tab)),
  });
  const usesMetaSignIn =
    !connection &&
    isSignedIn({ provider: form.watch('provider') ?? 'beta', channel: form.watch('channel') ?? 'whatsapp' });

  // Pages are linked by signing in at Meta, so the form has no fields to validate.
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
      action={canTest && connection && <TryButton pressed={isTesting} onClick={() => setTesting(!isTesting)} />}
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
        canTest && connection
          ? isTesting && (
              <ConnectionTester
                form={form}
                connection={connection}
                hasHours={hasHours}
                fileName={fileName}
                onClose={() => setTesting(false)}
              />
            )
          : undefined
      }
      footer={<Footer usesMetaSignIn={usesMetaSignIn} busy={form.busy || signIn.isPending || signIn.isSuccess} />}
    >
      <ConnectionPanels
        form={form}
        connection={connection}
        tabs={tabs}
        tab={tab}
        checksFirst={checksFirst}
        isRatingEnabled={isRatingEnabled}
        fileName={fileName}
        onFile={setFile}
        automatic={automatic}
      />
      {confirmation}
    </Dialog>
  );
}

function Footer({ usesMetaSignIn, busy }: { usesMetaSignIn: boolean; busy: boolean }) {
  const t = useTexts(formTexts);
  const tLinking = useTexts(accountLinkingTexts);
  return (
    <>
      <DialogCancel />
      <Button kind="primary" type="submit" {...(usesMetaSignIn && { icon: 'link' as const })} busy={busy}>
        {usesMetaSignIn ? tLinking('signIn') : t('save')}
      </Button>
    </>
  );
}

/** Only tabs with something to do: a new connection has no API token yet, and the hours may be set elsewhere. */
function useTabs(isNew: boolean): ConnectionTab[] {
  const hasFlows = useCan('flow.manage');
  const hasIntegrations = useCan('integration.manage');
  const hasPrompts = useCan('prompt.manage');
  const hasConnectionHours = useCompanySetting('scheduleType') === 'connection';
  return [
    'general',
    ...(isNew && !hasIntegrations && !hasPrompts ? [] : (['integrations'] as const)),
    'messages',
    'chatbot',
    'ratings',
    ...(hasFlows ? (['flow'] as const) : []),
    ...(hasConnectionHours ? (['hours'] as const) : []),
  ];
}
