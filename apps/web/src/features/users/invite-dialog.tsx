/** Dialog that invites colleagues by mail, with the invitations that are still open. */
import { InvitationDraft } from '@balcao/contract/endpoints/invitations';
import { useState } from 'react';
import {
  useInvitations,
  useInvite,
  useResendInvitation,
  useRevokeInvitation,
  type Invitation,
} from '../../entities/invitations/invitations.api.ts';
import { useOnlyQueueIds, useQueues } from '../../entities/queues/queues.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  ErrorState,
  FieldRow,
  FormDialog,
  IconButton,
  MultiSelectField,
  Skeleton,
  StatusPill,
  TextField,
  useToast,
} from '../../ui/index.ts';
import { ProfileField } from './profile-field.tsx';
import { inviteTexts } from './invite.texts.ts';
import css from './users.module.css';

interface GivenLink {
  email: string;
  link: string;
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(inviteTexts);
  const toast = useToast();
  const queues = useQueues();
  const onlyQueueIds = useOnlyQueueIds();
  const { mutateAsync: invite } = useInvite();
  const [given, setGiven] = useState<GivenLink>();
  const onInvited = ({ invitation: { email }, link }: { invitation: Invitation; link: string | null }) => {
    setGiven(link === null ? undefined : { email, link });
    if (link === null) toast.done(t('sent', { email }));
  };
  const form = useDraftForm({
    schema: InvitationDraft,
    values: { email: '', profile: 'user', queueIds: onlyQueueIds },
    save: async (draft) => onInvited(await invite(draft)),
    onSaved: clearEmail,
    onError: toast.failed,
    fieldByCode: { ERR_USER_EMAIL_TAKEN: 'email' },
  });
  function clearEmail(): void {
    form.setInitial('email', '');
  }
  return (
    <FormDialog title={t('title')} width={560} onClose={onClose} form={form} verb={t('send')}>
      <div className={css.panel}>
        <p className={css.intro}>{t('intro')}</p>
        <FieldRow>
          <TextField
            label={t('email')}
            required
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.text('email')}
          />
          <ProfileField {...form.choice('profile')} />
        </FieldRow>
        <MultiSelectField
          label={t('queues')}
          options={queues.data?.map(({ id, name, color }) => ({ value: id, label: name, color })) ?? []}
          value={(form.watch('queueIds') ?? []).map(Number)}
          onChange={form.set('queueIds')}
          error={form.error('queueIds')}
        />
        {given && <LinkToCopy {...given} />}
        <OpenInvitations onInvited={onInvited} />
      </div>
    </FormDialog>
  );
}

function LinkToCopy({ email, link }: GivenLink) {
  const t = useTexts(inviteTexts);
  const toast = useToast();
  const copy = () =>
    // The clipboard API exists only on secure pages.
    (navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('copyFailed')),
    );
  return (
    <section className={css.link} aria-label={t('link', { email })} role="status">
      <b>{t('link', { email })}</b>
      <p>{t('linkText')}</p>
      <code>{link}</code>
      <Button size="sm" icon="copy" onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </section>
  );
}

function OpenInvitations({
  onInvited,
}: {
  onInvited: (answer: { invitation: Invitation; link: string | null }) => void;
}) {
  const t = useTexts(inviteTexts);
  const language = useLanguage();
  const toast = useToast();
  const { data, error, refetch } = useInvitations();
  const resend = useResendInvitation();
  const [revoking, setRevoking] = useState<Invitation>();
  return (
    <section className={css.invitations}>
      <h3>{t('open')}</h3>
      {!data && !error && <Skeleton height={44} />}
      {!data && error && <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />}
      {data?.invitations.length === 0 && <p className={css.intro}>{t('noneOpen')}</p>}
      <ul>
        {data?.invitations.map((invitation) => (
          <li key={invitation.id} className={css.invitation}>
            <span className={css.invited}>
              <span className="cut">{invitation.email}</span>
              <span className={css.validity}>
                {t(invitation.profile)}
                {invitation.expired ? (
                  <StatusPill tone="warn">{t('expired')}</StatusPill>
                ) : (
                  <span>{t('validUntil', { time: formatDateTime(invitation.expiresAt) })}</span>
                )}
              </span>
            </span>
            <IconButton
              icon="send"
              label={t('resendNamed', { email: invitation.email })}
              disabled={resend.isPending}
              onClick={() => resend.mutate(invitation.id, { onSuccess: onInvited, onError: toast.failed })}
            />
            <IconButton
              icon="trash"
              danger
              label={t('revokeNamed', { email: invitation.email })}
              onClick={() => setRevoking(invitation)}
            />
          </li>
        ))}
      </ul>
      {revoking && <RevokeInvitation invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  );
}

function RevokeInvitation({ invitation: { id, email }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const t = useTexts(inviteTexts);
  const toast = useToast();
  const revoke = useRevokeInvitation();
  return (
    <ConfirmDialog
      danger
      title={t('revokeTitle')}
      text={t('revokeText', { email })}
      verb={t('revoke')}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(id, toast.outcome(t('revoked'), onClose))}
      onClose={onClose}
    />
  );
}
