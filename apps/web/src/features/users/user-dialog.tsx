/** Dialog that creates a user or edits a colleague or the own profile. */
import type { User } from '@balcao/contract/endpoints/access';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useOnlyQueueIds } from '../../entities/queues/queues.api.ts';
import { isFull, useCreateUser, useSavePicture, useUpdateUser, useUser } from '../../entities/users/users.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan, useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, Dialog, ErrorState, FormDialog, Icon, Skeleton, Tabs, useToast } from '../../ui/index.ts';
import { blankUser, draftOf, NewUser, newUserOf, sendable, UserEdit } from './user-form.ts';
import { UserGeneral } from './user-general.tsx';
import { UserPermissions } from './user-permissions.tsx';
import css from './users.module.css';
import { userTexts } from './users.texts.ts';

interface UserDialogProps {
  /** Undefined for a new user. */
  userId?: number | undefined;
  onClose: () => void;
}

export function UserDialog({ userId, onClose }: UserDialogProps) {
  const user = useUser(userId);
  if (userId === undefined) return <UserFormDialog onClose={onClose} />;
  // Once loaded, the form stays mounted: users are refetched often, which must not discard what is being typed.
  if (user.data && isFull(user.data) && user.isFetchedAfterMount)
    return <UserFormDialog user={user.data} onClose={onClose} />;
  return <UserLoading error={user.error} onRetry={() => void user.refetch()} onClose={onClose} />;
}

function UserFormDialog({ user, onClose }: { user?: User; onClose: () => void }) {
  const t = useTexts(userTexts);
  const toast = useToast();
  const { user: self, actor, refreshSession } = useSession();
  const canSetQueues = useCan('user.edit-queues');
  const canGrant = [useCan('user.edit-profile'), canSetQueues].some(Boolean);
  const [tab, setTab] = useState<'general' | 'permissions'>('general');
  const [picture, setPicture] = useState<File | null>(null);
  const { mutateAsync: create } = useCreateUser();
  const { mutateAsync: update } = useUpdateUser();
  const { mutateAsync: savePicture } = useSavePicture();
  // Read once: live updates of the same user must not overwrite what is being typed.
  const onlyQueueIds = useOnlyQueueIds();
  const [values] = useState(() => (user ? draftOf(user) : { ...blankUser, queueIds: onlyQueueIds }));
  const isSelf = user?.id === self.id;

  const form = useDraftForm({
    schema: user ? UserEdit : NewUser,
    values,
    save: async (draft) => {
      const saved = user ? await update({ id: user.id, ...sendable(draft, actor) }) : await create(newUserOf(draft));
      // The user is already saved; a failed upload must not make the form save it again.
      if (picture) await savePicture({ id: saved.id, picture }).catch(toast.failed);
      if (isSelf) void refreshSession().catch(() => {});
    },
    ...toast.saved(t('saved'), onClose),
    fieldByCode: {
      ERR_USER_EMAIL_TAKEN: 'email',
      ERR_USER_EMAIL_REFUSED: 'email',
      ERR_CURRENT_PASSWORD: 'currentPassword',
    },
    // Synchronous, so that the field is mounted and visible before it gets the focus.
    onInvalid: (fields) =>
      flushSync(() => setTab(fields.every((field) => field === 'queueIds') ? 'permissions' : 'general')),
  });

  return (
    <FormDialog
      title={isSelf ? t('ownProfile') : user ? t('editNamed', { name: user.name }) : t('add')}
      icon={user && <Avatar name={user.name} src={user.profileImage} size={36} />}
      width={640}
      dirty={picture !== null}
      onClose={onClose}
      form={form}
      verb={t('save')}
      tabs={
        canGrant && (
          <Tabs
            label={t('tabs')}
            active={tab}
            onChange={setTab}
            tabs={[
              { key: 'general', label: t('general') },
              { key: 'permissions', label: t('permissions') },
            ]}
          />
        )
      }
    >
      <div className={css.panel} hidden={tab !== 'general'}>
        <UserGeneral form={form} user={user} isSelf={isSelf} picture={picture} onPicture={setPicture} />
      </div>
      {canGrant && (
        <div className={css.panel} hidden={tab !== 'permissions'}>
          <UserPermissions form={form} />
        </div>
      )}
      {canSetQueues && (form.watch('queueIds') ?? []).length === 0 && (
        <p className={css.noQueue} role="status">
          <Icon name="alert" size={16} />
          <span>{t('noQueue')}</span>
          {tab === 'general' && (
            <Button size="sm" onClick={() => setTab('permissions')}>
              {t('chooseQueues')}
            </Button>
          )}
        </p>
      )}
    </FormDialog>
  );
}

/** Same height as the form, so that the dialog does not jump. */
function UserLoading({ error, onRetry, onClose }: { error: Error | null; onRetry: () => void; onClose: () => void }) {
  const t = useTexts(userTexts);
  const language = useLanguage();
  return (
    <Dialog title={t('title')} width={640} onClose={onClose}>
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={onRetry} />
      ) : (
        <div className={css.loading} aria-busy="true">
          {[64, 34, 34, 34, 34, 92].map((height, at) => (
            <Skeleton key={at} height={height} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
