import type { Actor, PlanFeature, UserFlag } from './actor.ts';

/** A rule can be asked (`allows`) and read aloud (`says`); the second prints docs/catalogue/permissions.md. */
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
/** Only the rules that look at a subject decide what the combined rule looks at. */
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
