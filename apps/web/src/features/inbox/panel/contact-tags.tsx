/** The contact's tags: a click removes one, typing adds or creates one. */
import { useState } from 'react';
import { useContactTags } from '../../../entities/contacts/contacts.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Chip, IconButton, useToast } from '../../../ui/index.ts';
import type { PanelContact } from './panel-contact.ts';
import css from './panel.module.css';
import { panelTexts } from './panel.texts.ts';
import { TagPicker, type TagLabel } from './tag-picker.tsx';

export function ContactTags({ contact }: { contact: PanelContact }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const [adding, setAdding] = useState(false);
  const sync = useContactTags(contact.id);
  const { tags } = contact;
  const saveTags = (next: readonly TagLabel[], onSuccess?: () => void) =>
    sync.mutate(next, { ...(onSuccess ? { onSuccess } : {}), onError: toast.failed });

  const remove = (tag: TagLabel) =>
    saveTags(
      tags.filter(({ id }) => id !== tag.id),
      () => toast.done(t('tagRemoved', { name: tag.name }), { label: t('undo'), onClick: () => saveTags(tags) }),
    );

  return (
    <section className={css.section}>
      <h3>
        {t('tags')}
        <IconButton
          icon={adding ? 'x' : 'plus'}
          label={t(adding ? 'cancel' : 'addTag')}
          aria-expanded={adding}
          onClick={() => setAdding(!adding)}
        />
      </h3>
      {tags.length > 0 ? (
        <ul className={css.chips}>
          {tags.map((tag) => (
            <li key={tag.id}>
              <Chip
                color={tag.color}
                onRemove={() => remove(tag)}
                removeLabel={t('removeTagNamed', { name: tag.name })}
              >
                {tag.name}
              </Chip>
            </li>
          ))}
        </ul>
      ) : (
        !adding && <p className={css.quiet}>{t('noTags')}</p>
      )}
      {adding && (
        <div className={css.adding}>
          <TagPicker focusNow label={t('addTag')} selectedTags={tags} onPick={(tag) => saveTags([...tags, tag])} />
        </div>
      )}
    </section>
  );
}
