import { flowTemplates } from '@balcao/domain/flow/templates/templates';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Dialog } from '../../../ui/index.ts';
import type { ChosenTemplate } from './create-flow.ts';
import css from './flows.module.css';
import { flowTexts } from './flows.texts.ts';

/** The ready-made flows, each with what it does. */
export function TemplatesDialog({
  onChoose,
  onClose,
}: {
  onChoose: (template: ChosenTemplate) => void;
  onClose: () => void;
}) {
  const t = useTexts(flowTexts);
  const language = useLanguage();
  return (
    <Dialog title={t('templateTitle')} onClose={onClose} width={640}>
      <ul className={css.templates}>
        {flowTemplates.map(({ key, name, description }) => (
          <li key={key}>
            <button type="button" className={css.template} onClick={() => onChoose({ key, name: name[language] })}>
              <b>{name[language]}</b>
              <span className="muted">{description[language]}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
