import type { ReactNode } from 'react';
import { Chip } from '../../ui/index.ts';

/** More do not fit in a row or on a card. */
const MAX_TAGS = 2;

interface TagChipsProps {
  tags: readonly { id: number; name: string; color: string }[];
  className?: string | undefined;
  /** Draws «+3» for the tags that do not fit. */
  renderMore: (count: number, names: string) => ReactNode;
}

/** The first tags of a contact, and how many more there are. */
export function TagChips({ tags, className, renderMore }: TagChipsProps) {
  const rest = tags.slice(MAX_TAGS).map(({ name }) => name);
  return (
    <span className={className}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <Chip key={tag.id} small color={tag.color}>
          {tag.name}
        </Chip>
      ))}
      {rest.length > 0 && renderMore(rest.length, rest.join(', '))}
    </span>
  );
}
