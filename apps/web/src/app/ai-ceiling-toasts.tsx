import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { invalidateModule } from '../lib/api.ts';
import { useLanguage } from '../lib/language.tsx';
import { translate } from '../lib/texts.ts';
import { useTopic } from '../lib/topics.tsx';
import { useToast } from '../ui/index.ts';

/** Notifies users who manage prompts, on any screen, of a ceiling of AI; the server does it once a month for each. */
export function AiCeilingToasts() {
  const language = useLanguage();
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  useTopic('prompt', (payload) => {
    if (payload.action !== 'ceiling') return;
    void invalidateModule(client, 'aiUsage');
    // Loaded when it happens: the shell stays small.
    void import('../entities/ai-usage/ceiling-notice.texts.ts').then(({ ceilingNoticeTexts: texts }) => {
      const text = texts[`${payload.ceiling}${payload.percent}` as 'month80'];
      toast.warn(translate(text, language), {
        label: translate(texts.seeUsage, language),
        onClick: () => void navigate({ to: '/ai-usage' }),
      });
    });
  });
  return null;
}
