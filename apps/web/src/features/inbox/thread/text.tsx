import { formatted, type Styled } from '@balcao/domain/message/formatting';
import { Fragment, memo, useState, type ReactNode } from 'react';
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
      <Parts parts={formatted(visibleText)} mentions={mentions} />
      {!isExpanded && (
        <button type="button" className={css.readMore} onClick={() => setExpanded(true)}>
          {t('readMore')}
        </button>
      )}
    </span>
  );
});

interface PartsProps {
  parts: readonly Styled[];
  mentions: readonly string[] | undefined;
}

// The order of a text's parts never changes, so the index is a stable key.
const Parts = ({ parts, mentions }: PartsProps) =>
  // oxlint-disable-next-line react/no-array-index-key
  parts.map((part, at) => <Fragment key={at}>{drawn(part, mentions)}</Fragment>);

function drawn(part: Styled, mentions: PartsProps['mentions']): ReactNode {
  switch (part.type) {
    case 'text':
      return mentions ? withMentions(part.text, mentions) : part.text;
    case 'bold':
      return (
        <b>
          <Parts parts={part.inner} mentions={mentions} />
        </b>
      );
    case 'italic':
      return (
        <i>
          <Parts parts={part.inner} mentions={mentions} />
        </i>
      );
    case 'strike':
      return (
        <s>
          <Parts parts={part.inner} mentions={mentions} />
        </s>
      );
    case 'mono':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          {addressOf(part)}
        </a>
      );
  }
}

/** The address as written, unless it hides its target: invisible characters, or a host in look-alike letters. */
function addressOf({ text, href }: { text: string; href: string }): string {
  const host = text.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0]!;
  const isPlain = /^[\x21-\x7e]+$/.test(host) && !/\p{Cf}/u.test(text);
  return isPlain || !URL.canParse(href) ? text : new URL(href).href;
}

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
