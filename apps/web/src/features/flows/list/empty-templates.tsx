import { flowTemplates } from '@balcao/domain/flow/templates/templates';
import { useLanguage } from '../../../lib/language.tsx';
import { Button } from '../../../ui/index.ts';
import type { ChosenTemplate } from './create-flow.ts';
import css from './flows.module.css';

const OFFERED = 3;

/** Three ready-made flows for a company that has none. */
export function EmptyTemplates({ onChoose }: { onChoose: (template: ChosenTemplate) => void }) {
  const language = useLanguage();
  return (
    <span className={css.offers}>
      {flowTemplates.slice(0, OFFERED).map(({ key, name }) => (
        <Button key={key} icon="flow" onClick={() => onChoose({ key, name: name[language] })}>
          {name[language]}
        </Button>
      ))}
    </span>
  );
}
