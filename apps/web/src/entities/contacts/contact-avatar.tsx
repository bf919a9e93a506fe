import type { Contact } from '@balcao/contract/endpoints/contacts';
import { Avatar } from '../../ui/index.ts';
import { ChannelGlyph } from '../connections/channel-glyph.tsx';
import { pictureOf } from './contact-picture.ts';
import css from './contact-avatar.module.css';

/** The contact's picture with the channel's logo at its corner. */
export const ContactAvatar = ({
  contact,
  channel,
  size = 40,
}: {
  contact: Pick<Contact, 'name' | 'urlPicture'>;
  channel: Contact['channel'];
  size?: number;
}) => (
  <span className={css.avatar}>
    <Avatar name={contact.name} src={pictureOf(contact.urlPicture)} size={size} />
    <span className={css.badge}>
      <ChannelGlyph channel={channel} size={14} />
    </span>
  </span>
);
