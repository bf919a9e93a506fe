/** The /users screen: users of the company, their online state and the limit of the plan. */
import type { User } from '@balcao/contract/endpoints/access';
import { useState } from 'react';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { useUserPages } from '../../entities/users/users.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Avatar,
  Button,
  ColorDot,
  InfiniteTable,
  Page,
  SearchBox,
  StatusPill,
  type Column,
  nothingFound,
  EditAndRemove,
} from '../../ui/index.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { inviteTexts } from './invite.texts.ts';
import { RemoveUser } from './remove-user.tsx';
import { UserDialog } from './user-dialog.tsx';
import css from './users.module.css';
import { userTexts } from './users.texts.ts';

const userKinds = ['user'] as const;

export function UsersPage() {
  const t = useTexts(userTexts);
  const tInvite = useTexts(inviteTexts);
  const language = useLanguage();
  const { user: self } = useSession();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<User | 'new' | null>(null);
  const [isInviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<User | null>(null);
  const users = useUserPages(search);

  const columns: Column<User>[] = [
    {
      key: 'id',
      head: t('id'),
      align: 'right',
      width: '56px',
      spare: true,
      cell: (user) => <span className="faint">{user.id}</span>,
    },
    {
      key: 'name',
      head: t('name'),
      primary: true,
      cell: (user) => (
        <span className={css.who}>
          <Avatar name={user.name} src={user.profileImage} />
          <span className="cut">{user.name}</span>
        </span>
      ),
    },
    { key: 'email', head: t('email'), spare: 'least', cell: (user) => <span className="muted">{user.email}</span> },
    {
      key: 'queues',
      head: t('queues'),
      cell: (user) =>
        user.queues.length === 0 ? (
          <span className={css.noQueues}>{t('noQueues')}</span>
        ) : (
          <span className={css.queues} translate="no" title={user.queues.map(({ name }) => name).join(', ')}>
            {user.queues.map(({ id, name, color }) => (
              <span key={id} className={css.queue}>
                <ColorDot color={color} />
                {name}
              </span>
            ))}
          </span>
        ),
    },
    { key: 'profile', head: t('profile'), cell: (user) => t(user.profile) },
    {
      key: 'hours',
      head: t('hours'),
      spare: true,
      cell: (user) => <span className="muted num">{t('fromTo', { start: user.startWork, end: user.endWork })}</span>,
    },
    {
      key: 'status',
      head: t('status'),
      cell: (user) => (
        <StatusPill tone={user.online ? 'success' : 'neutral'}>{t(user.online ? 'online' : 'offline')}</StatusPill>
      ),
    },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (user) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { name: user.name }), onClick: () => setEditing(user) }}
          remove={{
            label: t('removeNamed', { name: user.name }),
            disabled: user.id === self.id,
            onClick: () => setRemoving(user),
          }}
        />
      ),
    },
  ];

  return (
    <Page
      title={t('title')}
      count={users.last && countOf(users.last, t)}
      actions={
        <>
          <Button icon="mail" onClick={() => setInviting(true)}>
            {tInvite('invite')}
          </Button>
          <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
            {t('add')}
          </Button>
        </>
      }
      toolbar={<SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />}
    >
      <RemovalProgress kinds={userKinds} />
      <InfiniteTable
        label={t('title')}
        rows={users.rows}
        rowKey={(user) => user.id}
        columns={columns}
        {...tablePages(users, language)}
        empty={
          search === ''
            ? { icon: 'users', title: t('emptyTitle'), text: t('emptyText') }
            : nothingFound(t('nothingTitle', { search }), t('clear'), () => setSearch(''))
        }
      />
      {editing && <UserDialog userId={editing === 'new' ? undefined : editing.id} onClose={() => setEditing(null)} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {removing && <RemoveUser user={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

/** “7 de 10”: users in use and allowed by the plan. */
function countOf(
  { count, limit }: { count: number; limit?: number | undefined },
  t: ReturnType<typeof useTexts<keyof typeof userTexts>>,
): string {
  return limit === undefined
    ? formatNumber(count)
    : t('ofLimit', { count: formatNumber(count), limit: formatNumber(limit) });
}
