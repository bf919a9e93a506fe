/** Buttons that insert a variable at the cursor. */
import { variableNames } from '@balcao/domain/message/variables';
import type { RefObject } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import css from './quick-replies.module.css';
import { quickReplyTexts } from './quick-replies.texts.ts';

type Variable =
  | 'firstName'
  | 'name'
  | 'userName'
  | 'ms'
  | 'protocol'
  | 'date'
  | 'hour'
  | 'ticket_id'
  | 'queue'
  | 'connection';

export function Variables({
  area,
  onInsert,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
}) {
  const t = useTexts(quickReplyTexts);
  const insert = (name: string) => {
    const box = area.current;
    if (!box) return;
    const { value, selectionStart: from, selectionEnd: to } = box;
    const placeholder = `{{${name}}}`;
    onInsert(value.slice(0, from) + placeholder + value.slice(to));
    box.focus();
    box.setSelectionRange(from + placeholder.length, from + placeholder.length);
  };
  return (
    <div className={css.variables} role="group" aria-label={t('variables')}>
      <p className={css.help}>{t('variablesHint')}</p>
      <ul className={css.chips}>
        {(variableNames as Variable[]).map((name) => (
          <li key={name}>
            <button type="button" className={css.chip} title={t(name)} onClick={() => insert(name)}>
              {`{{${name}}}`}
              <span className="sr">{`, ${t(name)}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
