/** A form whose draft is checked by the same schema the server uses, and whose refusals land at their fields. */
import { fieldFaults, fieldRules, type FieldRule } from '@balcao/contract/errors/fields';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from './api.ts';
import { explain } from './explain.ts';
import { useLanguage, type Language } from './language.tsx';

/** A short wait before saving: whoever presses twice saves once, and sees that something is happening. */
export const SAVE_DELAY_MS = 400;

type Drafted = z.ZodType<FieldValues, FieldValues>;

interface Given<S extends Drafted> {
  schema: S;
  values: z.input<S>;
  save: (draft: z.output<S>) => Promise<unknown>;
  onSaved: () => void;
  /** For a refusal that belongs to no field: usually `toast.failed`. */
  onRefused: (error: unknown) => void;
  /** Which field a refusal speaks about: `{ ERR_TAG_ALREADY_EXISTS: 'name' }`. */
  places?: Record<string, Path<z.input<S>>>;
  /** Told which fields are wrong before the first of them gets the cursor: time to open the tab it is on. */
  onFaults?: (fields: string[]) => void;
  /** Where a field has its own words for a rule; all others say the contract's. */
  words?: (field: string, rule: FieldRule) => string | undefined;
}

export function useDraftForm<S extends Drafted>({
  schema,
  values,
  save,
  onSaved,
  onRefused,
  places = {},
  onFaults,
  words,
}: Given<S>) {
  type Values = z.input<S>;
  type Name = Path<Values>;
  const language = useLanguage();
  const say = (field: string, rule: FieldRule) => words?.(field, rule) ?? fieldRules[rule][language];

  const form = useForm<Values, unknown, z.output<S>>({
    defaultValues: values as DefaultValues<Values>,
    resolver: (typed) => {
      const read = schema.safeParse(typed, { reportInput: true });
      if (read.success) return { values: read.data, errors: {} };
      const faults = fieldFaults(read.error.issues).map(({ field, rule }) => [
        field,
        { type: rule, message: say(field, rule) },
      ]);
      return { values: {}, errors: Object.fromEntries(faults) as FieldErrors<Values> };
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const refused = (error: unknown) => {
    const faults = faultsIn(error, places, language);
    const [first] = faults;
    if (!first) return onRefused(error);
    for (const { field, rule, message } of faults)
      form.setError(field as Name, { type: rule, message: isRule(rule) ? say(field, rule) : message });
    onFaults?.(faults.map(({ field }) => field));
    setTimeout(() => form.setFocus(first.field as Name));
  };
  const submit = form.handleSubmit(
    async (draft) => {
      await new Promise((resolve) => setTimeout(resolve, SAVE_DELAY_MS));
      await save(draft).then(onSaved, refused);
    },
    (faults) => onFaults?.(Object.keys(faults)),
  );

  const error = (name: Name): string | undefined => {
    const fault: unknown = errors[name];
    return fault ? (fault as { message?: string }).message : undefined;
  };
  const set =
    <N extends Name>(name: N) =>
    (value: PathValue<Values, N>) =>
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted });

  return {
    submit,
    busy: isSubmitting,
    dirty: isDirty,
    error,
    /** The fields that are wrong, once somebody has tried to save. */
    faults: Object.keys(errors),
    watch: form.watch,
    set,
    /** What a field starts from after all: nothing has been changed by it. */
    begin: <N extends Name>(name: N, value: PathValue<Values, N>) => form.resetField(name, { defaultValue: value }),
    /** For fields on plain inputs: `<TextField {...form.text('name')} />`. */
    text: (name: Name) => ({ ...form.register(name), error: error(name) }),
    /** An emptied number is sent as empty, not as 0. */
    number: (name: Name) => ({
      ...form.register(name, { setValueAs: (typed: unknown) => (typed === '' || typed === null ? '' : Number(typed)) }),
      error: error(name),
    }),
    /** For fields that hold their own value: selects, colours. */
    choice: <N extends Name>(name: N) => ({
      value: form.watch(name) as Exclude<PathValue<Values, N>, undefined>,
      onChange: set(name),
      error: error(name),
    }),
    /** For switches between true and false. */
    toggle: (name: Name) => ({ checked: form.watch(name) === true, onChange: (on: boolean) => set(name)(on as never) }),
    /** For switches the wire calls enabled and disabled. */
    onOff: (name: Name) => ({
      checked: form.watch(name) === 'enabled',
      onChange: (on: boolean) => set(name)((on ? 'enabled' : 'disabled') as never),
    }),
  };
}

interface Fault {
  field: string;
  rule: string;
  message: string;
}

/** A refusal that names its field has the better sentence; otherwise each field says its rule. */
function faultsIn(error: unknown, places: Record<string, string>, language: Language): Fault[] {
  if (!(error instanceof ApiError)) return [];
  const field = places[error.code];
  return field ? [{ field, rule: error.code, message: explain(error, language) }] : [...(error.fields ?? [])];
}

const isRule = (rule: string): rule is FieldRule => Object.hasOwn(fieldRules, rule);
