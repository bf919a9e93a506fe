import type { Help } from '@balcao/contract/endpoints/helps';
import type { HelpRow } from '../../infrastructure/db/schema/announcements.ts';

export const presentHelp = ({ id, title, description, video }: HelpRow): Help => ({ id, title, description, video });
