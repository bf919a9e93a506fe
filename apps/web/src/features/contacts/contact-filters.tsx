/** Filters by tags and channel, applied at once. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { fold } from '@balcao/domain/text/fold';
import { useState } from 'react';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import type { ContactFilters } from '../../entities/contacts/contact-lists.ts';
import { useTagPicks } from '../../entities/tags/tags.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Checkbox, ColorDot, Counter, Menu, Popover } from '../../ui/index.ts';
import css from './contacts.module.css';
import { contactsTexts } from './contacts.texts.ts';

/** Longer lists have a search field. */
const SEARCHED_FROM = 8;

export function TagFilter({ chosen, onChange }: { chosen: readonly number[]; onChange: (tagIds: number[]) => void }) {
  const t = useTexts(contactsTexts);
  const tags = useTagPicks().data ?? [];
  const [search, setSearch] = useState('');
  const visibleTags = tags.filter(({ name }) => fold(name).includes(fold(search.trim())));
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);

  return (
    <Popover
      label={t('tags')}
      side="bottom-start"
      width={260}
      target={(opener) => (
        <Button
          {...opener}
          icon="tag"
          iconRight="chev-d"
          aria-label={chosen.length > 0 ? t('tagsChosen', { count: chosen.length }) : undefined}
        >
          {t('tags')}
          {chosen.length > 0 && <Counter accent>{chosen.length}</Counter>}
        </Button>
      )}
    >
      <div className={css.filter}>
        {tags.length >= SEARCHED_FROM && (
          <input
            className={css.find}
            value={search}
            placeholder={t('findTag')}
            aria-label={t('findTag')}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <ul className={css.options}>
          {visibleTags.map((tag) => (
            <li key={tag.id}>
              <Checkbox
                checked={chosen.includes(tag.id)}
                onChange={() => toggle(tag.id)}
                label={
                  <span className={css.option}>
                    <ColorDot color={tag.color} />
                    <span className="cut">{tag.name}</span>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
        {visibleTags.length === 0 && <p className={css.none}>{t('noTag')}</p>}
      </div>
    </Popover>
  );
}

const channels: readonly Contact['channel'][] = ['whatsapp', 'whatsappapi', 'instagram', 'facebook'];

export function ChannelFilter({
  chosen,
  onChange,
}: {
  chosen: ContactFilters['kind'];
  onChange: (kind: ContactFilters['kind']) => void;
}) {
  const t = useTexts(contactsTexts);
  const nameOf = useTexts(connectionLabels);
  const label = chosen === undefined ? t('channel') : chosen === 'group' ? t('groups') : nameOf(chosen);
  return (
    <Menu
      side="bottom-start"
      minWidth={220}
      target={
        <Button icon="filter" iconRight="chev-d">
          {label}
        </Button>
      }
      items={[
        { key: 'all', label: t('everyChannel'), chosen: chosen === undefined, onClick: () => onChange(undefined) },
        ...channels.map((channel) => ({
          key: channel,
          label: nameOf(channel),
          glyph: <ChannelGlyph channel={channel} silent />,
          chosen: chosen === channel,
          onClick: () => onChange(channel),
        })),
        {
          key: 'group',
          label: t('groups'),
          icon: 'users',
          hasSeparator: true,
          chosen: chosen === 'group',
          onClick: () => onChange('group'),
        },
      ]}
    />
  );
}
