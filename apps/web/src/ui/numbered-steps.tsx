import css from './numbered-steps.module.css';

/** Instructions to follow one after the other. */
export const NumberedSteps = ({ steps }: { steps: readonly string[] }) => (
  <ol className={css.steps}>
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);
