import { formatted } from '@balcao/domain/message/formatting';
import { memo, useState, type ReactNode } from 'react';
import { FormattedParts } from '../../../entities/messages/formatted-text.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import css from './content.module.css';
import { bubbleTexts } from './thread.texts.ts';

/** Longer texts are collapsed. */
const LONG = 3000;

/** A text with the channel's formatting; everything in it is rendered as text, never as markup. */
export const Text = memo(function Text({ body, mentions }: { body: string; mentions?: readonly string[] }) {
  const t = useTexts(bubbleTexts);
  const [isExpanded, setExpanded] = useState(body.length <= LONG);
  const visibleText = isExpanded ? body : `${body.slice(0, LONG)}…`;
  return (
    <span className={css.text}>
      <FormattedParts
        parts={formatted(visibleText)}
        hasLinks
        renderText={mentions && ((text) => withMentions(text, mentions))}
      />
      {!isExpanded && (
        <button type="button" className={css.readMore} onClick={() => setExpanded(true)}>
          {t('readMore')}
        </button>
      )}
    </span>
  );
});

/** Mentioned colleagues in a note: by full name if known, else by the first word. */
function withMentions(text: string, names: readonly string[]): ReactNode {
  const namePattern = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const segments = text.split(
    new RegExp(`(@(?:${namePattern === '' ? '' : `${namePattern}|`}[\\p{L}\\p{N}_.-]+))`, 'u'),
  );
  return segments.map((segment, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key
      <b key={at} className={css.mention}>
        {segment}
      </b>
    ) : (
      segment
    ),
  );
}
