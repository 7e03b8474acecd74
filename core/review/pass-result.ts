import type { Round } from './policy.js';
import type { PassResult, RoundPass, StandingDecision } from './round-pass.js';

/** The choice a decision votes for: the accepted version, or rejection. */
export const choiceOf = (decision: StandingDecision): string =>
  decision.verdict === 'reject' ? 'reject' : `accept ${decision.edited?.version ?? decision.version}`;

function outcomeOf(pass: RoundPass, decision: StandingDecision): PassResult {
  if (decision.verdict === 'reject')
    return { kind: 'reject', ...(decision.reason ? { reason: decision.reason } : {}) };
  return {
    kind: 'accept',
    version: decision.edited?.version ?? decision.version,
    content: decision.edited?.content ?? pass.content,
  };
}

/** Result of a pass by the rules of its round; undefined while decisions are missing. */
export function resultOf(round: Round, pass: RoundPass): PassResult | 'adjudicate' | undefined {
  if (pass.adjudication) return outcomeOf(pass, pass.adjudication);
  if (pass.phase === 'adjudication') return 'adjudicate';
  const needed = pass.needed > 0 ? pass.needed : round.reviewers;
  const { decisions } = pass;
  if (decisions.length < needed) return undefined;
  const votes = new Map<string, StandingDecision[]>();
  for (const decision of decisions) {
    const choice = choiceOf(decision);
    votes.set(choice, [...(votes.get(choice) ?? []), decision]);
  }
  const share = round.resolution === 'majority' ? decisions.length / 2 : decisions.length - 1;
  for (const voted of votes.values()) if (voted.length > share && voted[0]) return outcomeOf(pass, voted[0]);
  if (round.onDisagreement === 'adjudicate') return 'adjudicate';
  return { kind: round.onDisagreement === 'drop' ? 'drop' : 'pass' };
}
