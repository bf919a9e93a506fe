import { useNavigate } from '@tanstack/react-router';
import { useCeilingNotices, type CeilingNotice } from '../entities/ai-usage/ai-usage.api.ts';
import { useTexts } from '../lib/use-texts.ts';
import { useToast } from '../ui/index.ts';
import { appTexts, type AppText } from './app.texts.ts';

/** Notifies users who manage prompts, on any screen, that a ceiling of AI is near or reached; the server does it once a month. */
export function AiCeilingToasts() {
  const t = useTexts(appTexts);
  const toast = useToast();
  const navigate = useNavigate();
  useCeilingNotices((notice) =>
    toast.warn(t(textOf(notice)), { label: t('seeAiUsage'), onClick: () => void navigate({ to: '/ai-usage' }) }),
  );
  return null;
}

function textOf({ ceiling, percent }: CeilingNotice): AppText {
  if (ceiling === 'conversation') return 'aiConversationAlert';
  if (ceiling === 'contactHour') return 'aiContactAlert';
  if (ceiling === 'day') return percent === 80 ? 'aiDayMostAlert' : 'aiDayReachedAlert';
  return percent === 80 ? 'aiMostAlert' : 'aiReachedAlert';
}
