/** Columns and actions of the contact list. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { familyOf, type ChannelFamily } from '../../entities/connections/default-connection.ts';
import { pictureOf } from '../../entities/contacts/contact-picture.ts';
import { contactTexts } from '../../entities/contacts/contact.texts.ts';
import { TagChip } from '../../entities/tags/tag-chip.tsx';
import { formatPhone } from '../../lib/format.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Avatar,
  Checkbox,
  Chip,
  IconButton,
  Menu,
  StatusPill,
  Tooltip,
  type Column,
  type MenuItem,
} from '../../ui/index.ts';
import { bulkTexts } from './bulk.texts.ts';
import css from './contacts.module.css';
import { contactsTexts, type ContactsText } from './contacts.texts.ts';
import type { ContactSelection } from './use-selection.ts';

interface ColumnActions {
  selection: ContactSelection;
  onStart: (contact: Contact, on: ChannelFamily) => void;
  onEdit: (contact: Contact) => void;
  onMerges: (contact: Contact) => void;
  onPersonData: (contact: Contact) => void;
  onRemove: (contact: Contact) => void;
  onSetActive: (contact: Contact, active: boolean) => void;
}

export function useContactColumns(actions: ColumnActions): Column<Contact>[] {
  const t = useTexts(contactsTexts);
  const tContact = useTexts(contactTexts);
  const tBulk = useTexts(bulkTexts);
  const { selection } = actions;
  return [
    {
      key: 'select',
      head: tBulk('select'),
      headCell: (
        <Checkbox
          label={<span className="sr">{tBulk('selectAll')}</span>}
          checked={selection.isAll}
          ref={(box) => {
            if (box) box.indeterminate = selection.contacts.length > 0 && !selection.isAll;
          }}
          onChange={(event) => selection.setAll(event.target.checked)}
        />
      ),
      width: '44px',
      firm: true,
      cell: (contact) => (
        <Checkbox
          label={<span className="sr">{tBulk('selectNamed', { name: contact.name })}</span>}
          checked={selection.has(contact)}
          onChange={() => selection.toggle(contact)}
        />
      ),
    },
    {
      key: 'name',
      head: tContact('name'),
      primary: true,
      firm: true,
      cell: ({ name, urlPicture }) => (
        <span className={css.who}>
          <Avatar name={name} src={pictureOf(urlPicture)} />
          <span className="cut">{/^\+?\d{8,}$/.test(name) ? formatPhone(name) : name}</span>
        </span>
      ),
    },
    { key: 'number', head: t('numberOrProfile'), firm: true, cell: (contact) => <ContactAddress contact={contact} /> },
    {
      key: 'email',
      head: tContact('email'),
      spare: true,
      cell: ({ email }) => <span className="muted">{email || '—'}</span>,
    },
    {
      key: 'connection',
      head: t('connection'),
      spare: true,
      cell: ({ whatsapp }) => <span className="muted">{whatsapp?.name ?? '—'}</span>,
    },
    {
      key: 'tags',
      head: t('tags'),
      firm: true,
      spare: true,
      cell: ({ tags }) => tags.length > 0 && <FewTags tags={tags} />,
    },
    {
      key: 'status',
      head: t('status'),
      firm: true,
      cell: ({ active }) => (
        <StatusPill tone={active ? 'success' : 'danger'}>{t(active ? 'active' : 'blockedMark')}</StatusPill>
      ),
    },
    { key: 'actions', head: '', width: '116px', cell: (contact) => <RowActions contact={contact} {...actions} /> },
  ];
}

/** Phone number; without one the user name or the name of the channel. */
function ContactAddress({ contact: { channel, number, username, isGroup } }: { contact: Contact }) {
  const t = useTexts(contactsTexts);
  const nameOf = useTexts(connectionLabels);
  const channelName = channel === 'facebook' ? t('messenger') : nameOf(channel);
  const profile = isGroup ? t('group') : username === '' ? channelName : `@${username}`;
  return (
    <span className={css.reach}>
      <ChannelGlyph channel={channel} size={16} />
      <span className="num">{number === '' || isGroup ? profile : formatPhone(number)}</span>
    </span>
  );
}

const MAX_TAGS = 2;
function FewTags({ tags }: { tags: Contact['tags'] }) {
  const t = useTexts(contactsTexts);
  const hidden = tags.slice(MAX_TAGS);
  const names = hidden.map(({ name }) => name).join(', ');
  return (
    <span className={css.tags}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {hidden.length > 0 && (
        <Tooltip label={names}>
          <span>
            <Chip>{`+${hidden.length}`}</Chip>
            <span className="sr">{t('moreTags', { names })}</span>
          </span>
        </Tooltip>
      )}
    </span>
  );
}

const startTexts: Record<ChannelFamily, ContactsText> = {
  whatsapp: 'talkOnWhatsapp',
  instagram: 'talkOnInstagram',
  facebook: 'talkOnFacebook',
};

function RowActions({
  contact,
  onStart,
  onEdit,
  onMerges,
  onPersonData,
  onRemove,
  onSetActive,
}: { contact: Contact } & Omit<ColumnActions, 'selection'>) {
  const t = useTexts(contactsTexts);
  const canRemove = useCan('contact.delete');
  const canExport = useCan('contact.export');
  const { name, active, isGroup } = contact;
  const reachableChannels = useReachableChannels(contact);

  const items: MenuItem[] = [
    ...reachableChannels.map((family) => ({
      key: family,
      label: t(startTexts[family]),
      glyph: <ChannelGlyph channel={family} silent />,
      disabled: !active,
      onClick: () => onStart(contact, family),
    })),
    ...(canRemove
      ? [{ key: 'merges', label: t('history'), icon: 'history' as const, onClick: () => onMerges(contact) }]
      : []),
    ...(canExport && !isGroup
      ? [{ key: 'data', label: t('personData'), icon: 'lock' as const, onClick: () => onPersonData(contact) }]
      : []),
    {
      key: 'block',
      label: t(active ? 'block' : 'unblock'),
      icon: 'ban',
      hasSeparator: true,
      onClick: () => onSetActive(contact, !active),
    },
    ...(canRemove
      ? [{ key: 'remove', label: t('remove'), icon: 'trash' as const, danger: true, onClick: () => onRemove(contact) }]
      : []),
  ];
  return (
    <>
      <IconButton
        icon="chat"
        label={t(active ? 'talkTo' : 'blockedCannot', { name })}
        disabled={!active}
        onClick={() => onStart(contact, familyOf(contact.channel))}
      />
      <IconButton icon="edit" label={t('editNamed', { name })} onClick={() => onEdit(contact)} />
      <Menu
        items={items}
        minWidth={210}
        target={<IconButton icon="more-v" tip={false} label={t('moreFor', { name })} />}
      />
    </>
  );
}

/** Channels for a new conversation: the contact has an identity there and the company has a connection. */
function useReachableChannels({ channel, number, isGroup }: Contact): ChannelFamily[] {
  const connected = new Set((useConnections().data ?? []).map((connection) => familyOf(connection.channel)));
  return (['whatsapp', 'instagram', 'facebook'] as const).filter(
    (family) =>
      connected.has(family) && (family === familyOf(channel) || (family === 'whatsapp' && !isGroup && number !== '')),
  );
}
