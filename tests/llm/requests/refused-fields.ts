import type { RefusedField } from '../../../core/model-call.js';

/** An error reply of a real server, and what it says about the request. */
export interface RealReply {
  readonly server: string;
  /** Where the text was published: an issue or pull request at github.com, or a page. */
  readonly source: string;
  readonly status: number;
  readonly body: unknown;
  /** Undefined: nothing about how requests are written. */
  readonly is: RefusedField | undefined;
}

const openAi = (message: string, param: string | null, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param, code },
});

/** Replies as users of these servers have published them. */
export const REAL_REPLIES: readonly RealReply[] = [
  {
    server: 'OpenAI',
    source: 'anomalyco/opencode#37964',
    status: 400,
    body: openAi(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    ),
    is: { field: 'max_tokens', because: 'unsupported' },
  },
  {
    server: 'OpenAI',
    source: 'Azure/agentic-cli-for-aks#8',
    status: 400,
    body: openAi(
      "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
      'temperature',
      'unsupported_value',
    ),
    is: { field: 'temperature', because: 'unsupported' },
  },
  {
    server: 'Azure, no param',
    source: 'langchain-ai/langchain#31490',
    status: 400,
    body: openAi(
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about supported models at the Structured Outputs guide: https://platform.openai.com/docs/guides/structured-outputs",
      null,
    ),
    is: { field: 'response_format', because: 'unsupported' },
  },
  {
    server: 'OpenAI, one schema',
    source: 'openai/openai-python, error of strict mode',
    status: 400,
    body: openAi(
      "Invalid schema for response_format 'tool': In context=(), 'additionalProperties' is required to be supplied and to be false.",
      'response_format',
    ),
    is: { field: 'response_format', because: 'schema' },
  },
  {
    server: 'OpenAI, value',
    source: 'openai.com, API reference of max_tokens',
    status: 400,
    body: openAi(
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
      'max_tokens',
      'invalid_value',
    ),
    is: { field: 'max_tokens', because: 'value' },
  },
  {
    server: 'OpenAI',
    source: 'QuantumNous/new-api#418',
    status: 400,
    body: openAi("Unknown parameter: 'stream_options'.", 'stream_options', 'unknown_parameter'),
    is: { field: 'stream_options', because: 'unknown' },
  },
  {
    server: 'Azure AI',
    source: 'CherryHQ/cherry-studio#9214',
    status: 400,
    body: {
      detail:
        "Extra parameters ['stream_options'] are not allowed when extra-parameters is not set or set to be 'error'. Set extra-parameters to 'pass-through' to pass to the model.",
    },
    is: { field: 'stream_options', because: 'unknown' },
  },
  {
    server: 'DeepSeek',
    source: 'llm-exe/llm-exe#662',
    status: 400,
    body: openAi('This response_format type is unavailable now', null, 'invalid_request_error'),
    is: { field: 'response_format', because: 'unsupported' },
  },
  {
    server: 'DeepSeek, earlier',
    source: 'browser-use/browser-use#215',
    status: 422,
    body: openAi(
      'Failed to deserialize the JSON body into the target type: response_format: response_format.type `json_schema` is unavailable now at line 1 column 12440',
      null,
      'invalid_request_error',
    ),
    is: { field: 'response_format', because: 'unsupported' },
  },
  {
    server: 'Mistral',
    source: 'editor-code-assistant/eca#231',
    status: 422,
    body: {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'max_completion_tokens'],
            msg: 'Extra inputs are not permitted',
            input: 32000,
          },
        ],
      },
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
    is: { field: 'max_completion_tokens', because: 'unknown' },
  },
  {
    server: 'Mistral, detail as text',
    source: 'mistralai/platform-docs-public#7',
    status: 422,
    body: {
      object: 'error',
      message:
        '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":0.0,"url":"https://errors.pydantic.dev/2.5/v/extra_forbidden"}]}',
      type: 'internal_error_proxy',
      param: null,
      code: '1000',
    },
    is: { field: 'seed', because: 'unknown' },
  },
  {
    server: 'FastAPI',
    source: 'shared/cases/07-refused-parameters',
    status: 422,
    body: {
      detail: [
        { loc: ['body', 'response_format'], msg: 'extra fields not permitted', type: 'value_error.extra' },
      ],
    },
    is: { field: 'response_format', because: 'unknown' },
  },
  {
    server: 'DashScope',
    source: 'infiniflow/ragflow#5912',
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter_error',
        param: null,
        message:
          'This model only support stream mode, please enable the stream parameter to access the model. ',
        type: 'invalid_request_error',
      },
      id: 'chatcmpl-7ed765de',
      request_id: '7ed765de',
    },
    is: { field: 'stream', because: 'unsupported' },
  },
  {
    server: 'Volcengine Ark',
    source: 'agno-agi/agno#2553',
    status: 400,
    body: {
      error: {
        code: 'InvalidParameter',
        message:
          'The parameter `response_format.type` specified in the request are not valid: invalid value: `json_schema`, supported values are: `json_object` and `text`. Request id: 0217',
        param: 'response_format.type',
        type: 'BadRequest',
      },
    },
    is: { field: 'response_format', because: 'unsupported' },
  },
  {
    server: 'vLLM',
    source: 'voideditor/void#128',
    status: 400,
    body: {
      object: 'error',
      message:
        "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': 8192}]",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    is: { field: 'max_completion_tokens', because: 'unknown' },
  },
  {
    server: 'vLLM, no tool parser',
    source: 'QwenLM/Qwen-Agent#344',
    status: 400,
    body: {
      object: 'error',
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    is: { field: 'tools', because: 'unsupported' },
  },
  {
    server: 'SGLang, as FastAPI',
    source: 'runpod-workers/worker-vllm#85',
    status: 400,
    body: {
      object: 'error',
      message:
        '1 validation error for ChatCompletionRequest\nstream_options\n  Extra inputs are not permitted [type=extra_forbidden, input_value={}, input_type=dict]',
      type: 'BadRequest',
      param: null,
      code: 400,
    },
    is: { field: 'stream_options', because: 'unknown' },
  },
  {
    server: 'llama.cpp, earlier',
    source: 'ggml-org/llama.cpp#9522',
    status: 500,
    body: {
      error: {
        code: 500,
        message: 'response_format type must be one of "text" or "json_object", but got: json_schema',
        type: 'server_error',
      },
    },
    is: { field: 'response_format', because: 'unsupported' },
  },
  {
    server: 'LM Studio',
    source: 'willmiao/ComfyUI-Lora-Manager#1033',
    status: 400,
    body: { error: "'response_format.type' must be 'json_schema' or 'text'" },
    is: { field: 'response_format', because: 'unsupported' },
  },
  {
    server: 'Ollama',
    source: 'vllm-project/vllm#12263, ollama/ollama',
    status: 400,
    body: {
      error: {
        message: 'registry.ollama.ai/library/gemma:2b does not support tools',
        type: 'api_error',
        param: null,
        code: null,
      },
    },
    is: { field: 'tools', because: 'unsupported' },
  },
  {
    server: 'LiteLLM, embeddings',
    source: 'BerriAI/litellm#33173',
    status: 400,
    body: {
      error: {
        message:
          "litellm.UnsupportedParamsError: vertex_ai does not support parameters: {'encoding_format': 'float'}, for model=gemini-embedding-001. To drop these, set `litellm.drop_params=True` or for proxy:",
        type: 'None',
        param: null,
        code: '400',
      },
    },
    is: { field: 'encoding_format', because: 'unsupported' },
  },
  {
    server: 'LiteLLM, another server quoted',
    source: 'BerriAI/litellm#13407',
    status: 400,
    body: {
      error: {
        message:
          'litellm.BadRequestError: AzureException BadRequestError - {\n  "error": {\n    "message": "Unsupported parameter: \'temperature\' is not supported with this model.",\n    "type": "invalid_request_error",\n    "param": "temperature",\n    "code": null\n  }\n}. Received Model Group=gpt-5',
        type: null,
        param: null,
        code: '400',
      },
    },
    is: { field: 'temperature', because: 'unsupported' },
  },
  {
    server: 'OpenRouter, another server quoted',
    source: 'BerriAI/litellm#10957',
    status: 400,
    body: {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: '{\n "error": {\n "message": "Unsupported parameter: \'temperature\' is not supported with this model.",\n "type": "invalid_request_error",\n "param": "temperature",\n "code": null\n }\n}',
          provider_name: 'OpenAI',
        },
      },
    },
    is: { field: 'temperature', because: 'unsupported' },
  },
  {
    server: 'OpenRouter',
    source: 'evalstate/fast-agent#122',
    status: 404,
    body: {
      error: {
        message:
          'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing',
        code: 404,
      },
    },
    is: { field: 'tools', because: 'unsupported' },
  },
  {
    server: 'Gemini',
    source: 'yym68686/uni-api#54',
    status: 400,
    body: [
      {
        error: {
          code: 400,
          message: 'Invalid JSON payload received. Unknown name "response_format": Cannot find field.',
          status: 'INVALID_ARGUMENT',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: [
                {
                  description:
                    'Invalid JSON payload received. Unknown name "response_format": Cannot find field.',
                },
              ],
            },
          ],
        },
      },
    ],
    is: { field: 'response_format', because: 'unknown' },
  },
  {
    server: 'Moonshot',
    source: 'moona3k/macparakeet#1087',
    status: 400,
    body: openAi('invalid temperature: only 1 is allowed for this model', null),
    is: { field: 'temperature', because: 'unsupported' },
  },
  {
    server: 'Anthropic',
    source: 'szczyglis-dev/py-gpt#184',
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model' },
    },
    is: { field: 'temperature', because: 'unsupported' },
  },
  {
    server: 'Anthropic, two at once',
    source: 'cloud-apim/otoroshi-llm-extension#140',
    status: 400,
    body: {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
      },
    },
    is: { field: 'temperature', because: 'value' },
  },
  // About one row, or about nothing that the configuration decides.
  {
    server: 'vLLM, too long',
    source: 'vllm-project/vllm#33425',
    status: 400,
    body: {
      error: {
        message:
          "This model's maximum context length is 2048 tokens. However, your request has 8 input tokens plus 2045 'max_tokens'. Please reduce one or the other. (parameter=input_tokens, max_tokens, value=(8, 2045))",
        type: 'BadRequestError',
        param: 'input_tokens, max_tokens',
        code: 400,
      },
    },
    is: undefined,
  },
  {
    server: 'vLLM, too long, earlier',
    source: 'vllm-project/vllm#42474',
    status: 400,
    body: {
      object: 'error',
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 1000. This model's maximum context length is 2048 tokens and your request has 1500 input tokens (1000 > 2048 - 1500).",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    is: undefined,
  },
  {
    server: 'vLLM, nothing left',
    source: 'vllm-project/vllm#4667',
    status: 400,
    body: {
      object: 'error',
      message: 'max_tokens must be at least 1, got -186.',
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    is: undefined,
  },
  {
    server: 'OpenAI, too long',
    source: 'ogx-ai/ogx#4534',
    status: 400,
    body: openAi(
      "This model's maximum context length is 6048 tokens. However, you requested 6616 tokens (568 in the messages, 6048 in the completion). Please reduce the length of the messages or completion.",
      'messages',
      'context_length_exceeded',
    ),
    is: undefined,
  },
  {
    server: "OpenAI, one item's tool",
    source: 'openai.com, function calling guide',
    status: 400,
    body: openAi(
      "Invalid schema for function 'find': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'.",
      'tools[0].function.parameters',
      'invalid_function_parameters',
    ),
    is: undefined,
  },
  {
    server: 'OpenAI, image',
    source: 'openai.com, vision guide',
    status: 400,
    body: openAi(
      'Invalid image: the image data you provided does not represent a valid image.',
      'messages',
      'invalid_image',
    ),
    is: undefined,
  },
  {
    server: 'OpenAI, moderation',
    source: 'openai.com, safety checks',
    status: 400,
    body: openAi(
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
      null,
      'invalid_prompt',
    ),
    is: undefined,
  },
  {
    server: 'DeepSeek, messages',
    source: 'cline/cline#230',
    status: 422,
    body: {
      error: {
        message:
          'Failed to deserialize the JSON body into the target type: messages[1]: invalid type: sequence, expected a string at line 17 column 3',
        type: 'invalid_request_error',
      },
    },
    is: undefined,
  },
  {
    server: 'any',
    source: 'RFC 9110',
    status: 500,
    body: { error: { message: 'max_tokens: internal error' } },
    is: undefined,
  },
];
