import type { Tag } from '@balcao/contract/endpoints/tags';
import { Chip } from '../../ui/index.ts';

export const TagChip = ({ tag }: { tag: Pick<Tag, 'name' | 'color'> }) => <Chip color={tag.color}>{tag.name}</Chip>;
