import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { invalidateModule } from '../lib/api.ts';
import { useTopic } from '../lib/topics.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { useToast } from '../ui/index.ts';
import { ceilingTexts } from './ai-ceiling.texts.ts';

/** Notifies users who manage prompts, on any screen, of a ceiling of AI; the server does it once a month for each. */
export function AiCeilingToasts() {
  const t = useTexts(ceilingTexts);
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  useTopic('prompt', (payload) => {
    if (payload.action !== 'ceiling') return;
    void invalidateModule(client, 'aiUsage');
    toast.warn(t(`${payload.ceiling}${payload.percent}` as keyof typeof ceilingTexts), {
      label: t('seeUsage'),
      onClick: () => void navigate({ to: '/ai-usage' }),
    });
  });
  return null;
}
