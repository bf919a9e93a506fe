import type { Actor, PlanFeature, UserFlag } from './actor.ts';

/** `allows` decides; `description` is the text of docs/catalogue/permissions.md. */
export interface Rule<Subject = void> {
  description: string;
  allows(actor: Actor, subject: Subject): boolean;
}

const rule = <S = void>(description: string, allows: (actor: Actor, subject: S) => boolean): Rule<S> => ({
  description,
  allows,
});

export const anyone = rule('anyone signed in', () => true);
export const admin = rule('admins', (actor) => actor.profile === 'admin');
export const superUser = rule('super users', (actor) => actor.super);
export const flag = (name: UserFlag) => rule(`users with ${name}`, (actor) => actor.flags.has(name));
export const plan = (feature: PlanFeature) => rule(`plans with ${feature}`, (actor) => actor.plan.has(feature));
export const when = <S>(description: string, allows: (actor: Actor, subject: S) => boolean) =>
  rule<S>(description, allows);

type SubjectIn<R> = R extends Rule<infer S> ? S : never;
/** A combined rule takes the subjects of its parts; parts without a subject add nothing. */
type CombinedSubject<Rs extends readonly Rule<never>[]> = [Exclude<SubjectIn<Rs[number]>, void>] extends [never]
  ? void
  : Exclude<SubjectIn<Rs[number]>, void>;

export const either = <const Rs extends readonly Rule<never>[]>(...rules: Rs): Rule<CombinedSubject<Rs>> =>
  rule(rules.map((r) => r.description).join(' or '), (actor, subject) =>
    rules.some((r) => r.allows(actor, subject as never)),
  );

export const both = <const Rs extends readonly Rule<never>[]>(...rules: Rs): Rule<CombinedSubject<Rs>> =>
  rule(
    rules.map((r) => (r.description.includes(' or ') ? `(${r.description})` : r.description)).join(' and '),
    (actor, subject) => rules.every((r) => r.allows(actor, subject as never)),
  );
