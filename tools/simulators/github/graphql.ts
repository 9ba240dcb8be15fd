/**
 * The part of GitHub's GraphQL API that the CMS uses (https://docs.github.com/en/graphql/reference). Queries are
 * recognized by their fields. An unknown query is an error, so that a change in the CMS is noticed.
 */
import { blobSha, type Changes, type Commit, mainBranch, type Repository } from './repository.ts';

type Variables = { branch?: string; input?: Record<string, never> & Input };
type Input = {
  branch: { branchName: string };
  expectedHeadOid: string;
  fileChanges: { additions: { path: string; contents: string }[]; deletions: { path: string }[] };
  message: { headline: string };
  name: string;
  oid: string;
  pullRequestId: string;
};

const author = { name: 'Asha Rao', email: 'asha@harita.example', user: { id: 1, login: 'asha' } };
const isText = (path: string) => /\.(md|yaml|json|toml)$|\/\.git\w+$/.test(path);

const history = (commit: Commit) => ({
  target: {
    oid: commit.sha,
    history: { nodes: [{ ...commit, oid: commit.sha, committedDate: commit.date, author }] },
  },
});

const blob = (bytes: Buffer | undefined, path = 'x.md') =>
  bytes && {
    oid: blobSha(bytes),
    byteSize: bytes.length,
    isBinary: !isText(path),
    isTruncated: false,
    text: isText(path) ? bytes.toString() : null,
  };

/** Every `alias_0: field(argument: "value")` of a query, answered one by one. */
function aliases(query: string, pattern: RegExp, answer: (value: string) => unknown): object {
  const found = [...query.matchAll(pattern)].map(([, alias = '', value = '']) => [
    alias,
    answer(JSON.parse(value) as string),
  ]);
  return Object.fromEntries(found);
}

function pullRequests(repository: Repository) {
  const open = repository.pulls.filter(({ state, labels }) => state === 'open' && labels.length);
  return open.map((pull) => ({
    id: `PR_${pull.number}`,
    number: pull.number,
    title: pull.title,
    url: `https://github.com/harita/shop/pull/${pull.number}`,
    isDraft: pull.draft,
    isCrossRepository: false,
    createdAt: pull.createdAt,
    updatedAt: pull.createdAt,
    headRefName: pull.branch,
    headRefOid: repository.branch(pull.branch).sha,
    author: { login: 'asha', name: author.name, email: author.email, databaseId: 1 },
    labels: { nodes: pull.labels.map((name) => ({ name })) },
    files: { nodes: repository.changed(pull) },
  }));
}

/** The statuses that the pipeline has set on a commit. */
function deployments(repository: Repository, sha: string) {
  const pull = repository.pulls.find(({ branch }) => repository.branches.get(branch)?.sha === sha);
  const latestStatus = { state: 'SUCCESS', environmentUrl: pull?.previewUrl, description: null };
  const nodes = pull?.previewUrl ? [{ environment: 'preview', latestStatus }] : [];
  return { status: null, deployments: { nodes }, checkSuites: { nodes: [] } };
}

function mutate(repository: Repository, query: string, input: Input): object {
  if (query.includes('createRef')) {
    if (repository.branches.has(input.name.replace('refs/heads/', '')))
      throw new Error(`A ref named "${input.name}" already exists in the repository.`);
    repository.branches.set(input.name.replace('refs/heads/', ''), repository.main);
    return { createRef: { ref: { name: input.name } } };
  }
  if (query.includes('createCommitOnBranch')) {
    const { additions, deletions } = input.fileChanges;
    const changes: Changes = new Map([
      ...deletions.map(({ path }) => [path, undefined] as const),
      ...additions.map(({ path, contents }) => [path, Buffer.from(contents, 'base64')] as const),
    ]);
    const { branchName } = input.branch;
    const { files, ...commit } = repository.commit(
      branchName,
      input.expectedHeadOid,
      changes,
      input.message.headline,
    );
    const oids = aliases(query, /(file_\d+): file\(path: ("(?:[^"\\]|\\.)*")\)/g, (path) =>
      blob(files.get(path)),
    );
    return { createCommitOnBranch: { commit: { oid: commit.sha, committedDate: commit.date, ...oids } } };
  }
  const [, name = '', draft] =
    /(convertPullRequestToDraft)|(markPullRequestReadyForReview)/.exec(query) ?? [];
  if (!name && !draft) throw new Error(`unknown mutation: ${query}`);
  repository.pull(Number(input.pullRequestId.replace('PR_', ''))).draft = Boolean(name);
  return { [name || String(draft)]: { pullRequest: { isDraft: Boolean(name) } } };
}

/** @throws Error for what is not known, or what GitHub would refuse */
export function runQuery(repository: Repository, query: string, variables: Variables): object {
  if (query.startsWith(' mutation') || query.startsWith('mutation'))
    return mutate(repository, query, variables.input as Input);
  const branch = variables.branch ?? mainBranch;
  const commit = repository.branches.get(branch);
  if (query.includes('fork: repository'))
    return { fork: { id: 'R_1' }, base: { ref: { target: { oid: repository.main.sha } } } };
  if (query.includes('labels(first'))
    return { repository: { pullRequests: { nodes: pullRequests(repository) } } };
  if (query.includes('totalCount')) {
    const totalCount = repository.pulls.filter(
      (pull) => pull.branch === branch && pull.state === 'open',
    ).length;
    return { repository: { pullRequests: { totalCount } } };
  }
  if (query.includes('content_'))
    return {
      repository: aliases(query, /(content_\d+): object\(oid: ("\w+")\)/g, (sha) =>
        blob(repository.blob(sha)),
      ),
    };
  if (query.includes('commit_') && query.includes('deployments'))
    return {
      repository: aliases(query, /(commit_\d+): object\(oid: ("\w+")\)/g, (sha) =>
        deployments(repository, sha),
      ),
    };
  if (/(commit|history)_\d+:\s+ref/.test(query))
    return {
      repository: aliases(
        query,
        /((?:commit|history)_\d+):\s+ref\(.*?path: ("(?:[^"\\]|\\.)*")/g,
        () => commit && history(commit),
      ),
    };
  if (query.includes('object(expression'))
    return {
      repository: aliases(query, /(file_\d+):\s+object\(expression: ("(?:[^"\\]|\\.)*")\)/g, (expression) => {
        const [name = '', path = ''] = expression.split(':');
        return blob(repository.branches.get(name)?.files.get(path), path);
      }),
    };
  if (query.includes('defaultBranchRef')) return { repository: { defaultBranchRef: { name: mainBranch } } };
  if (query.includes('ref(qualifiedName: $branch)'))
    return { repository: { ref: commit ? history(commit) : null } };
  throw new Error(`unknown query: ${query}`);
}
