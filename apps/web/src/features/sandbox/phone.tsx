import { useState } from 'react';
import { useSandboxThread, useThreadUpdates } from '../../entities/sandbox/sandbox.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, ErrorState, Icon, IconButton, Menu, Skeleton } from '../../ui/index.ts';
import { PhoneComposer } from './phone-composer.tsx';
import { PhoneThread } from './phone-thread.tsx';
import css from './phone.module.css';
import { phoneTexts } from './phone.texts.ts';
import { sandboxTexts } from './sandbox.texts.ts';
import { SendDialog } from './send-dialog.tsx';
import type { SendForm } from './send-forms.ts';
import { useSandboxActions, type Aim, type Player } from './use-sandbox-actions.ts';

/** The customer's phone, with the company as the other side. */
export function Phone({ connection, customer }: Player) {
  const t = useTexts(phoneTexts);
  const language = useLanguage();
  const threadKey = { connectionId: connection.id, customerId: customer.id };
  const thread = useSandboxThread(threadKey);
  useThreadUpdates(threadKey, thread.data?.revision);
  const [aim, setAim] = useState<Aim | null>(null);
  const [form, setForm] = useState<SendForm | null>(null);
  const [memberId, setMemberId] = useState(customer.members[0]?.id);

  return (
    <section
      className={css.phone}
      data-channel={connection.channel === 'whatsappapi' ? 'whatsapp' : connection.channel}
      aria-label={t('phone', { name: customer.name })}
    >
      <div className={css.screen}>
        <div className={css.bar} aria-hidden="true">
          <span className="num">{formatTime(connection.now)}</span>
          <span className={css.island} />
          <span className={css.grow} />
          <Icon name="signal" size={16} />
          <Icon name="battery" size={20} />
        </div>
        <PhoneHead connection={connection} customer={customer} onForm={setForm} />
        <SessionStrip connection={connection} />
        {thread.data && (
          <PhoneThread
            connection={connection}
            customer={customer}
            messages={thread.data.messages}
            memberId={memberId}
            onAim={setAim}
          />
        )}
        {thread.isPending && (
          <div className={css.waiting} aria-busy="true">
            <Skeleton width="60%" height={40} />
            <Skeleton width="72%" height={56} />
          </div>
        )}
        {thread.error && !thread.data && (
          <div className={css.waiting}>
            <ErrorState compact text={errorText(thread.error, language)} onRetry={() => void thread.refetch()} />
          </div>
        )}
        <PhoneComposer
          connection={connection}
          customer={customer}
          aim={aim}
          onAimDone={() => setAim(null)}
          memberId={memberId}
          onMember={setMemberId}
          onForm={setForm}
        />
        <span className={css.home} aria-hidden="true" />
      </div>
      {form && (
        <SendDialog
          kind={form}
          connection={connection}
          customer={customer}
          memberId={memberId}
          onClose={() => setForm(null)}
        />
      )}
    </section>
  );
}

function PhoneHead({ connection, customer, onForm }: Player & { onForm: (form: SendForm) => void }) {
  const t = useTexts(phoneTexts);
  const { user } = useSession();
  const { perform } = useSandboxActions(connection);
  const customerId = customer.id;
  return (
    <header className={css.head}>
      <Avatar name={user.company.name} size={36} />
      <div className={css.grow}>
        <h2 className="cut">{user.company.name}</h2>
        <p className="cut">{connection.name}</p>
      </div>
      <IconButton icon="phone" size="md" label={t('call')} onClick={() => void perform({ act: 'call', customerId })} />
      <Menu
        target={<IconButton icon="more-v" size="md" label={t('more')} tip={false} />}
        items={[
          {
            key: 'video',
            icon: 'video',
            label: t('videoCall'),
            onClick: () => void perform({ act: 'call', customerId, isVideo: true }),
          },
          { key: 'own', icon: 'device', label: t('ownPhone'), onClick: () => onForm('own-phone') },
          {
            key: 'picture',
            icon: 'user',
            label: t('newPicture'),
            onClick: () => void perform({ act: 'picture', customerId, hasPicture: true }),
          },
          {
            key: 'no-picture',
            icon: 'ban',
            label: t('noPicture'),
            onClick: () => void perform({ act: 'picture', customerId, hasPicture: false }),
          },
        ]}
      />
    </header>
  );
}

/** Why nothing arrives, and how to fix it. */
function SessionStrip({ connection }: Pick<Player, 'connection'>) {
  const t = useTexts(phoneTexts);
  const tSandbox = useTexts(sandboxTexts);
  const { perform, busy } = useSandboxActions(connection);
  if (connection.session === 'open') return null;
  const needsQr = connection.session === 'qrcode';
  return (
    <div className={css.session} role="status">
      <span>{t(needsQr ? 'needsQr' : 'isDown', { name: connection.name })}</span>
      {needsQr && (
        <Button size="sm" icon="qr" busy={busy} onClick={() => void perform({ act: 'scan' })}>
          {tSandbox('scan')}
        </Button>
      )}
      {connection.session === 'dropped' && (
        <Button size="sm" icon="power" busy={busy} onClick={() => void perform({ act: 'restore' })}>
          {tSandbox('restore')}
        </Button>
      )}
    </div>
  );
}
