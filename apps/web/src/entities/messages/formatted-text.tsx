/** Text with the channel's formatting marks; everything in it is rendered as text, never as markup. */
import { cutParts, formatted, type Styled } from '@balcao/domain/message/formatting';
import { Fragment, type ReactNode } from 'react';

interface PartsProps {
  parts: readonly Styled[];
  /** How plain text is rendered; unchanged by default. */
  renderText?: ((text: string) => ReactNode) | undefined;
  /** In a preview, which is a link itself, addresses are plain text. */
  hasLinks?: boolean | undefined;
}

// The order of a text's parts never changes, so the index is a stable key.
export const FormattedParts = ({ parts, ...how }: PartsProps) =>
  // oxlint-disable-next-line react/no-array-index-key
  parts.map((part, at) => <Fragment key={at}>{drawn(part, how)}</Fragment>);

/** A whole text without links, so that a half-filled form is not left. */
export const FormattedText = ({ children }: { children: string }) => <FormattedParts parts={formatted(children)} />;

/** One line without links, for previews, cut after `maxLength` characters. */
export const PreviewLine = ({ text, maxLength = Infinity }: { text: string; maxLength?: number }) => {
  const parts = formatted(text.replace(/\s+/g, ' ').trim());
  return <FormattedParts parts={maxLength === Infinity ? parts : cutParts(parts, maxLength)} />;
};

function drawn(part: Styled, how: Omit<PartsProps, 'parts'>): ReactNode {
  switch (part.type) {
    case 'text':
      return how.renderText ? how.renderText(part.text) : part.text;
    case 'bold':
      return (
        <b>
          <FormattedParts parts={part.inner} {...how} />
        </b>
      );
    case 'italic':
      return (
        <i>
          <FormattedParts parts={part.inner} {...how} />
        </i>
      );
    case 'strike':
      return (
        <s>
          <FormattedParts parts={part.inner} {...how} />
        </s>
      );
    case 'mono':
      return <code>{part.text}</code>;
    case 'link':
      return how.hasLinks ? (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          {addressOf(part)}
        </a>
      ) : (
        part.text
      );
  }
}

/** The address as written, unless it hides its target: invisible characters, or a host in look-alike letters. */
function addressOf({ text, href }: { text: string; href: string }): string {
  const host = text.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0]!;
  const isPlain = /^[\x21-\x7e]+$/.test(host) && !/\p{Cf}/u.test(text);
  return isPlain || !URL.canParse(href) ? text : new URL(href).href;
}
